import { encodeBase64 } from '../base64.ts'

type Fields = Record<string, unknown>

/**
 * Puts the content of the files that a seed's repositories name by `file` in their place, as Base64.
 * The seed is changed: it has just been read. Whether its shape is right is checked later.
 */
export function fillInContent(seed: object, read: (file: string) => Uint8Array): void {
  for (const action of actionsOf(seed)) {
    const { file, content } = action
    if (typeof file !== 'string' || content !== undefined) continue
    action.content = encodeBase64(read(file))
    action.encoding = 'base64'
    delete action.file
  }
}

function actionsOf(seed: object): Fields[] {
  const projects = entriesOf(seed, 'projects').flatMap(({ repository }) => fieldsOf(repository))
  return [...projects, ...entriesOf(seed, 'repositories')]
    .flatMap((repository) => entriesOf(repository, 'commits'))
    .flatMap((commit) => entriesOf(commit, 'actions'))
}

function entriesOf(fields: object, name: string): Fields[] {
  const entries: unknown = Reflect.get(fields, name)
  return Array.isArray(entries) ? entries.flatMap(fieldsOf) : []
}

function fieldsOf(value: unknown): Fields[] {
  return typeof value === 'object' && value !== null ? [value as Fields] : []
}
