import { readBlob } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import type { WithStore } from '../lookups.ts'
import { findCommit } from '../repositories/repositories.ts'
import { wordTest } from '../search-words.ts'

/** A file that was found, with the lines around what was found in it. */
export interface FoundFile {
  readonly path: string
  readonly lines: readonly string[]
  /** The number of the first of the lines. */
  readonly startLine: number
}

/** Larger files are not looked into, as git's own search in GitLab does not list them. */
const MAX_BYTES = 1024 * 1024
/** So many lines are shown before and after the one that was found. */
const AROUND = 2

/** The files of a branch or a tag with a line that has every word, or with every word in their path, by their paths. */
export function findFiles(
  { store }: WithStore,
  project: ProjectRecord,
  ref: string,
  search: string,
): FoundFile[] {
  const { words, isWanted } = readQuery(search)
  const hasWords = wordTest(words)
  const commit = findCommit(store, project, ref)
  if (!commit || (!hasWords && words === search)) return []
  const found: FoundFile[] = []
  for (const { id, type, path } of listTree(store.objects, commit.tree, { recursive: true })) {
    if (type !== 'blob' || !isWanted(path)) continue
    const { bytes } = readBlob(store.objects, id)
    const isText = bytes.length <= MAX_BYTES && !bytes.includes(0)
    const lines = isText ? new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n') : []
    const index = hasWords ? lines.findIndex((line) => hasWords([line])) : 0
    if (index < 0 && !hasWords?.([path])) continue
    const from = Math.max(0, index - AROUND)
    found.push({ path, lines: lines.slice(from, index + AROUND + 1), startLine: from + 1 })
  }
  return found
}

/** What is searched for, and what the path of a file has to be by the filters in it. */
function readQuery(search: string) {
  const conditions: ((path: string) => boolean)[] = []
  const words = search
    .split(/\s+/)
    .filter((word) => {
      const [, name = '', value = ''] = /^(filename|path|extension):(.+)$/.exec(word) ?? []
      if (name !== '') conditions.push(pathCondition(name, folded(value)))
      return name === ''
    })
    .join(' ')
  return { words, isWanted: (path: string) => conditions.every((is) => is(folded(path))) }
}

function pathCondition(name: string, value: string): (path: string) => boolean {
  if (name === 'extension') return (path) => path.endsWith(`.${value.replace(/^\./, '')}`)
  const parts = value.split('*')
  const fits = (text: string) => fitsInOrder(text, parts)
  return name === 'path' ? fits : (path) => fits(path.split('/').at(-1) ?? '')
}

/** Whether the parts stand in a text one after the other, whatever is between them. */
function fitsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
