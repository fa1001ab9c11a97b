import { type ObjectDatabase, readTree } from '../objects/database.ts'
import type { ObjectId, TreeEntry } from '../objects/objects.ts'
import { entryIn, rootEntry } from '../objects/tree.ts'

/** Returns the entry at a path of a tree: a file or a tree. The path '' is the tree itself. */
export type PathLookup = (treeId: ObjectId) => TreeEntry | undefined

/**
 * Makes a lookup of a path in similar trees, as those of a history are. The results for the last tree are cached by
 * folder, so a folder that the next tree shares is not read again. An entry is searched first at its previous position.
 */
export function createPathLookup(objects: ObjectDatabase, path: string): PathLookup {
  const steps = path === '' ? [] : path.split('/').map((name) => stepLookup(objects, name))
  return (treeId) => {
    let entry: TreeEntry | undefined = rootEntry(treeId)
    for (const step of steps) {
      if (entry?.mode !== '40000') return undefined
      entry = step(entry.id)
    }
    return entry
  }
}

/**
 * Makes a lookup of a single name. The last two trees are cached: those of a commit and of the parent that it is
 * compared with.
 */
function stepLookup(objects: ObjectDatabase, name: string): PathLookup {
  let last: Looked | undefined
  let beforeLast: Looked | undefined
  let position = 0
  return (treeId) => {
    if (last?.treeId === treeId) return last.entry
    if (beforeLast?.treeId === treeId) return beforeLast.entry
    const { entries } = readTree(objects, treeId)
    const guess = entries[position]
    const entry = guess?.name === name ? guess : entryIn(entries, name)
    if (entry && entry !== guess) position = entries.indexOf(entry)
    beforeLast = last
    last = { treeId, entry }
    return entry
  }
}

interface Looked {
  readonly treeId: ObjectId
  readonly entry: TreeEntry | undefined
}
