import { type ObjectDatabase, readTree } from './database.ts'
import type { ObjectId, TreeEntry } from './objects.ts'
import { entryAt, type ListedEntry, listedEntry, pathIn } from './tree.ts'

/** Which entries of a tree are listed. */
export interface TreeSelection {
  /** The folder, from the root, whose entries they are. */
  readonly path: string
  /** With the entries of its folders, at any depth. */
  readonly recursive?: boolean | undefined
  /** The id of the entry that they stand behind: of the first that has it, or of none. */
  readonly after?: string | undefined
}

/** The entries of a list: how many there are, and those from one position up to another one. */
export interface TreePages {
  readonly total: number
  page(from: number, to: number): ListedEntry[]
}

type Visit = (entry: TreeEntry, folder: string) => void

const FOLDERS = 0
const FILES = 1
const kindOf = ({ mode }: TreeEntry) => (mode === '40000' ? FOLDERS : FILES)

/**
 * What `listTree` lists, folders before files, in pages: all entries are looked at, and those of a page alone are
 * made. Nothing where the path is no tree.
 */
export function treePages(
  objects: ObjectDatabase,
  treeId: ObjectId,
  { path, recursive = false, after }: TreeSelection,
): TreePages {
  const root = entryAt(objects, treeId, path)
  const visitAll = (visit: Visit) => {
    if (root?.mode === '40000') visitEntries(objects, root.id, path, recursive, visit)
  }
  const counts: [folders: number, files: number] = [0, 0]
  const found: [folder?: number, file?: number] = []
  visitAll((entry) => {
    const kind = kindOf(entry)
    if (entry.id === after) found[kind] ??= counts[kind]
    counts[kind] += 1
  })
  const [folders, files] = counts
  const [folder, file = -1 - folders] = found
  const skipped = (folder ?? folders + file) + 1
  return {
    total: folders + files - skipped,
    page(from, to) {
      const shown: [folders: ListedEntry[], files: ListedEntry[]] = [[], []]
      const next: [folder: number, file: number] = [-skipped, folders - skipped]
      visitAll((entry, place) => {
        const kind = kindOf(entry)
        const position = next[kind]
        next[kind] += 1
        if (position >= from && position < to) shown[kind].push(listedEntry(entry, place))
      })
      return shown.flat()
    },
  }
}

/** Visits the entries of a folder in the order of `git ls-tree`. */
function visitEntries(
  objects: ObjectDatabase,
  treeId: ObjectId,
  folder: string,
  isRecursive: boolean,
  visit: Visit,
): void {
  for (const entry of readTree(objects, treeId).entries) {
    visit(entry, folder)
    if (!isRecursive || entry.mode !== '40000') continue
    visitEntries(objects, entry.id, pathIn(folder, entry.name), true, visit)
  }
}
