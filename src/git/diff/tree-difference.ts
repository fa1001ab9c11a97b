import { compareEntries } from '../objects/byte-order.ts'
import { type ObjectDatabase, readTree } from '../objects/database.ts'
import type { LeafMode, ObjectId, TreeEntry } from '../objects/objects.ts'

interface FileState {
  readonly path: string
  readonly mode: LeafMode
  readonly id: ObjectId
}

/** A file that differs between two trees; one side is undefined for an added or deleted file. */
export interface FileChange {
  readonly before: FileState | undefined
  readonly after: FileState | undefined
}

function entriesOf(objects: ObjectDatabase, treeId: ObjectId | undefined): readonly TreeEntry[] {
  return treeId === undefined ? [] : readTree(objects, treeId).entries
}

/** Merges two sorted lists, skipping equal entries; entries with the same name and kind are paired. */
function* pairs(
  left: readonly TreeEntry[],
  right: readonly TreeEntry[],
): Generator<readonly [TreeEntry | undefined, TreeEntry | undefined]> {
  let leftIndex = 0
  let rightIndex = 0
  for (;;) {
    const before = left[leftIndex]
    const after = right[rightIndex]
    if (before === undefined && after === undefined) return
    // A changed tree shares the unchanged entries of the tree that it was made from.
    if (before === after) {
      leftIndex += 1
      rightIndex += 1
      continue
    }
    const order =
      before === undefined ? 1 : after === undefined ? -1 : compareEntries(before, after)
    if (order <= 0) leftIndex += 1
    if (order >= 0) rightIndex += 1
    yield [order <= 0 ? before : undefined, order >= 0 ? after : undefined]
  }
}

const treeIdOf = (entry: TreeEntry | undefined) => (entry?.mode === '40000' ? entry.id : undefined)

function fileOf(entry: TreeEntry | undefined, folder: string): FileState | undefined {
  if (entry === undefined || entry.mode === '40000') return undefined
  return { path: `${folder}${entry.name}`, mode: entry.mode, id: entry.id }
}

/**
 * Iterates over the files that differ between two trees, in the order of git; an undefined tree is empty. Sub-trees
 * with equal ids are skipped, so the cost is proportional to the size of the change.
 */
export function* changedFiles(
  objects: ObjectDatabase,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  folder = '',
): Generator<FileChange> {
  if (before === after) return
  for (const [old, now] of pairs(entriesOf(objects, before), entriesOf(objects, after))) {
    if (old?.id === now?.id && old?.mode === now?.mode) continue
    const name = (old ?? now)?.name ?? ''
    if ((old ?? now)?.mode === '40000') {
      yield* changedFiles(objects, treeIdOf(old), treeIdOf(now), `${folder}${name}/`)
    } else {
      yield { before: fileOf(old, folder), after: fileOf(now, folder) }
    }
  }
}
