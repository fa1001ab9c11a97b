import { type ObjectDatabase, readTree } from './database.ts'
import type { ObjectId, TreeEntry } from './objects.ts'
import { entryAt, type ListedEntry, listedEntry, pathIn } from './tree.ts'

/** The selection of entries of a tree. */
export interface TreeSelection {
  /** The path of the listed folder from the root. */
  readonly path: string
  /** Whether entries of sub-folders are included, at any depth. */
  readonly recursive?: boolean | undefined
  /**
   * The id of the entry after which the list starts: the first entry with that id. Without a match the list is
   * complete.
   */
  readonly after?: string | undefined
}

/** A list of entries: its length, and a function that returns those from one position up to another. */
export interface TreePages {
  readonly total: number
  page(from: number, to: number): ListedEntry[]
}

type Visit = (entry: TreeEntry, folder: string) => void

const FOLDERS = 0
const FILES = 1
const kindOf = ({ mode }: TreeEntry) => (mode === '40000' ? FOLDERS : FILES)

/**
 * Lists the entries of `listTree`, folders before files, in pages: all entries are visited, but objects are only made
 * for those of a page. Empty where the path is no tree.
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
