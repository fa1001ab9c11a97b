import { compareEntries } from './byte-order.ts'
import { type ObjectDatabase, readBlob, readTree } from './database.ts'
import type { EntryMode, GitBlob, GitTree, LeafMode, ObjectId, TreeEntry } from './objects.ts'

/** The id of the empty tree, which is built into git. */
export const EMPTY_TREE: ObjectId = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export interface ListedEntry {
  readonly id: ObjectId
  readonly name: string
  readonly path: string
  /** A submodule has the type `commit`. */
  readonly type: 'blob' | 'tree' | 'commit'
  readonly mode: EntryMode
}

type Entries = GitTree['entries']

function search(entries: Entries, name: string, mode: EntryMode): TreeEntry | undefined {
  const wanted = { name, mode }
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry === undefined) return undefined
    const order = compareEntries(entry, wanted)
    if (order === 0) return entry
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

/** Finds an entry by name, whether it is a file or a tree, since the order of entries depends on that. */
export function entryIn(entries: Entries, name: string): TreeEntry | undefined {
  return search(entries, name, '40000') ?? fileIn(entries, name)
}

/** Finds an entry by name that is not a tree. */
export const fileIn = (entries: Entries, name: string) => search(entries, name, '100644')

/** Returns a tree as if it were an entry of another tree. */
export const rootEntry = (id: ObjectId): TreeEntry => ({ name: '', mode: '40000', id })

function stepDown(
  objects: ObjectDatabase,
  entry: TreeEntry | undefined,
  name: string,
): TreeEntry | undefined {
  if (entry?.mode !== '40000') return undefined
  return entryIn(readTree(objects, entry.id).entries, name)
}

/** Finds the entry at a path: a file or a tree. The path '' is the tree itself. */
export function entryAt(
  objects: ObjectDatabase,
  treeId: ObjectId,
  path: string,
): TreeEntry | undefined {
  let entry: TreeEntry | undefined = rootEntry(treeId)
  if (path === '') return entry
  for (const name of path.split('/')) {
    entry = stepDown(objects, entry, name)
    if (entry === undefined) return undefined
  }
  return entry
}

/**
 * Returns the content of a file for comparison; that of a submodule is a line with the commit, as in git.
 * @throws MissingObject where there is no such file.
 */
export function contentOf(
  objects: ObjectDatabase,
  { mode, id }: { readonly mode: LeafMode | undefined; readonly id: ObjectId },
): Uint8Array {
  if (mode === '160000') return encoder.encode(`Subproject commit ${id}\n`)
  return readBlob(objects, id).bytes
}

const encoder = new TextEncoder()

/** Returns the file at a path; undefined where there is none, or it is a tree or a submodule. */
export function blobAt(
  objects: ObjectDatabase,
  treeId: ObjectId,
  path: string,
): GitBlob | undefined {
  const entry = entryAt(objects, treeId, path)
  if (entry === undefined || entry.mode === '40000' || entry.mode === '160000') return undefined
  return readBlob(objects, entry.id)
}

export const pathIn = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function typeOf(mode: EntryMode): ListedEntry['type'] {
  if (mode === '40000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}

export function listedEntry({ id, name, mode }: TreeEntry, folder: string): ListedEntry {
  return { id, name, path: pathIn(folder, name), type: typeOf(mode), mode }
}

/** Walks with an explicit stack: nested generators would pass each entry through every ancestor folder. */
function* walk(
  objects: ObjectDatabase,
  treeId: ObjectId,
  folder: string,
  isRecursive: boolean,
): Generator<ListedEntry> {
  const open = [{ folder, entries: readTree(objects, treeId).entries.values() }]
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { value } = last.entries.next()
    if (value === undefined) {
      open.pop()
      continue
    }
    const entry = listedEntry(value, last.folder)
    yield entry
    if (isRecursive && entry.type === 'tree') {
      open.push({ folder: entry.path, entries: readTree(objects, entry.id).entries.values() })
    }
  }
}

/**
 * Iterates over the entries of the tree at `path`, sub-trees included, in the order of `git ls-tree` (with `recursive`:
 * of `git ls-tree -r -t`). Paths are relative to the root. Empty where the path is no tree.
 */
export function* listTree(
  objects: ObjectDatabase,
  treeId: ObjectId,
  options: { readonly path?: string; readonly recursive?: boolean } = {},
): Generator<ListedEntry> {
  const { path = '', recursive = false } = options
  const entry = entryAt(objects, treeId, path)
  if (entry?.mode !== '40000') return
  yield* walk(objects, entry.id, path, recursive)
}
