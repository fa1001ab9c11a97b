import { bytesOfLines, splitLines } from '../../../git/diff/file-lines.ts'
import { readBlob } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { decodeText, isBinary } from '../../../shared/text.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import { findCommit } from '../repositories/repositories.ts'
import { wordsOf } from '../search-words.ts'
import { wikiPages } from '../wikis/pages.ts'

/** A found file, with the lines around the match. */
export interface FoundFile {
  readonly path: string
  /** The lines, each with its line feed. */
  readonly data: string
  /** The number of the first line. */
  readonly startLine: number
}

/** The size of the largest file that is searched. The git search of GitLab omits larger ones too. */
const MAX_BYTES = 1024 * 1024
/** The number of lines before and after the match in a result. */
const AROUND = 2

/**
 * The maximum number of steps of a search: one for each byte of a file, and one more for each word. Files beyond that
 * are not searched.
 */
const MAX_STEPS = 32 * 1024 * 1024
const STEPS_OF_ENTRY = 200
const STEPS_OF_LINE = 20

/** Finds the files of a branch or a tag with every word in one line or in their path, by path. */
export function findFiles(
  { store }: WithStore,
  project: ProjectRecord,
  ref: string,
  search: string,
): FoundFile[] {
  const commit = findCommit(store, project, ref)
  if (!commit) return []
  const entries = listTree(store.objects, commit.tree, { recursive: true })
  return findIn(entries, search, ({ type, id }) =>
    type === 'blob' ? readBlob(store.objects, id).bytes : undefined,
  )
}

/** Finds the wiki pages of a project as if they were files. */
export function findWikiPages(
  context: Pick<Context, 'store' | 'viewer'> & { readonly project: ProjectRecord },
  search: string,
): FoundFile[] {
  const { viewer, project } = context
  if (!viewer.can('read_wiki', project)) return []
  const pages = wikiPages(context, project).map(({ slug, format, content }) => ({
    path: `${slug}.${format === 'markdown' ? 'md' : format}`,
    content,
  }))
  return findIn(pages, search, ({ content }) => new TextEncoder().encode(content))
}

/** Finds the files with a line or a path that has every word; `read` returns the content of a file. */
function findIn<Entry extends { readonly path: string }>(
  entries: Iterable<Entry>,
  search: string,
  read: (entry: Entry) => Uint8Array | undefined,
): FoundFile[] {
  const query = readQuery(search)
  const words = wordsOf(query.words)
  if (words.length === 0 && query.words === search) return []
  const found: FoundFile[] = []
  const budget = { left: MAX_STEPS }
  for (const entry of entries) {
    const { path } = entry
    budget.left -= STEPS_OF_ENTRY
    if (budget.left < 0) break
    const bytes = query.isWanted(path) ? read(entry) : undefined
    if (!bytes) continue
    const text = bytes.length <= MAX_BYTES && !isBinary(bytes) ? bytes : new Uint8Array()
    const line = lineWith(text, words, budget)
    if (line !== undefined || hasAll(folded(path), words)) {
      found.push({ path, ...linesAround(text, line ?? 0) })
    }
  }
  return found
}

/** Returns the index of the first line with every word, counted from 0. */
function lineWith(
  bytes: Uint8Array,
  words: readonly string[],
  budget: { left: number },
): number | undefined {
  budget.left -= bytes.length * (1 + words.length)
  const [first] = words
  if (first === undefined) return 0
  const text = folded(decodeText(bytes))
  if (!hasAll(text, words)) return undefined
  for (let at = text.indexOf(first); at >= 0 && budget.left >= 0; ) {
    budget.left -= STEPS_OF_LINE
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    const start = text.lastIndexOf('\n', at) + 1
    if (hasAll(text.slice(start, end), words)) return text.slice(0, start).split('\n').length - 1
    at = text.indexOf(first, end)
  }
  return undefined
}

const hasAll = (text: string, words: readonly string[]) => words.every((one) => text.includes(one))

function linesAround(bytes: Uint8Array, line: number): Pick<FoundFile, 'data' | 'startLine'> {
  const lines = splitLines(bytes)
  const from = Math.max(0, line - AROUND)
  const to = Math.min(lines.count, line + AROUND + 1)
  const data = decodeText(bytesOfLines(lines, from, to))
  return { data: data === '' || data.endsWith('\n') ? data : `${data}\n`, startLine: from + 1 }
}

/** Parses a search into its words and its filters of paths. */
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

/** Whether a text contains parts in their order, with anything in between. */
function fitsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
