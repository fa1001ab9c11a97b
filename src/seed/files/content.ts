import { encodeBase64 } from '../../shared/base64.ts'
import type { SeedProblem } from '../problems.ts'

type Fields = Record<string, unknown>

/**
 * Replaces the files that the repositories of a seed name by `file` with their content, as Base64. The seed is
 * modified: it was just read, and its shape is checked later. Returns the problems of files that cannot be read; `read`
 * throws an error with the reason.
 */
export function fillInContent(seed: object, read: (file: string) => Uint8Array): SeedProblem[] {
  const problems: SeedProblem[] = []
  for (const { fields, path } of actionsOf(seed)) {
    const { file, content } = fields
    if (typeof file !== 'string' || content !== undefined) continue
    fields.content = ''
    try {
      fields.content = encodeBase64(read(file))
    } catch (error) {
      problems.push({ path: `${path}.file`, reason: reasonOf(error) })
    }
    fields.encoding = 'base64'
    delete fields.file
  }
  return problems
}

/**
 * Reads the repositories that a seed names by `from`, each once. Those that cannot be read are removed from the seed
 * and returned as problems; `read` throws an error with the reason.
 */
export function readNamedRepositories<Repository>(
  seed: object,
  read: (place: string) => Repository,
): { readonly repositories: ReadonlyMap<string, Repository>; readonly problems: SeedProblem[] } {
  const repositories = new Map<string, Repository>()
  const problems: SeedProblem[] = []
  for (const { fields, path } of repositoriesOf(seed)) {
    const { from } = fields
    if (typeof from !== 'string' || repositories.has(from)) continue
    try {
      repositories.set(from, read(from))
    } catch (error) {
      problems.push({ path: `${path}.from`, reason: reasonOf(error) })
      delete fields.from
    }
  }
  return { repositories, problems }
}

interface Entry {
  readonly fields: Fields
  /** The place in the seed, such as `projects[0].repository.commits[1]`. */
  readonly path: string
}

function actionsOf(seed: object): Entry[] {
  return repositoriesOf(seed)
    .flatMap((repository) => entriesOf(repository, 'commits'))
    .flatMap((commit) => entriesOf(commit, 'actions'))
}

function repositoriesOf(seed: object): Entry[] {
  const projects = entriesOf({ fields: seed as Fields, path: '' }, 'projects')
  const inProjects = projects.flatMap(({ fields, path }) =>
    isFields(fields.repository) ? [{ fields: fields.repository, path: `${path}.repository` }] : [],
  )
  return [...inProjects, ...entriesOf({ fields: seed as Fields, path: '' }, 'repositories')]
}

function entriesOf({ fields, path }: Entry, name: string): Entry[] {
  const entries = fields[name]
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, index) =>
    isFields(entry) ? [{ fields: entry, path: `${path && `${path}.`}${name}[${index}]` }] : [],
  )
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
