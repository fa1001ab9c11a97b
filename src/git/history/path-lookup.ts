import { type ObjectDatabase, readTree } from '../objects/database.ts'
import type { ObjectId, TreeEntry } from '../objects/objects.ts'
import { entryIn, rootEntry } from '../objects/tree.ts'

/** What is at a path of a tree: a file or a tree. The path '' is the tree itself. */
export type PathLookup = (treeId: ObjectId) => TreeEntry | undefined

/**
 * Looks a path up in trees that resemble one another, as those of a history do. What was found in the last
 * tree is kept folder by folder, so that a folder which the next one shares is not read again, and an
 * entry is sought first where it stood before.
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
 * Looks one name up in trees; the last two are kept: a commit and the parent that it is compared
 * with.
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
