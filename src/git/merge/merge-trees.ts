import { isBinary } from '../../shared/text.ts'
import { createMergeBudget, type WorkBudget } from '../diff/work-budget.ts'
import { type ObjectDatabase, putObject, readBlob, readTree } from '../objects/database.ts'
import {
  type LeafMode,
  makeBlob,
  makeTree,
  type ObjectId,
  type TreeEntry,
} from '../objects/objects.ts'
import { mergeContents } from './content-merge.ts'

export type ConflictKind =
  /** Both sides changed the same lines. */
  | 'content'
  /** Both sides changed a binary file, a symbolic link, or a submodule. */
  | 'binary'
  /** Both sides added a file at this path, with different lines. */
  | 'add/add'
  /** One side changed the file, the other deleted it. */
  | 'modify/delete'
  /** Both sides changed the mode differently. */
  | 'mode'
  /** One side has a file where the other has a folder. */
  | 'file/directory'

export interface Conflict {
  readonly path: string
  readonly kind: ConflictKind
}

export interface TreeMerge {
  /** The merged tree; a file in conflict has our version, or theirs where we have none. */
  readonly tree: ObjectId
  /** In the order of paths in trees; empty for a clean merge. */
  readonly conflicts: readonly Conflict[]
}

/** The same path in the merge base, on our side and on theirs. */
interface ThreeSides<Item> {
  readonly base: Item | undefined
  readonly ours: Item | undefined
  readonly theirs: Item | undefined
}

interface File {
  readonly mode: LeafMode
  readonly id: ObjectId
}

const isSame = (left: TreeEntry | File | undefined, right: TreeEntry | File | undefined) =>
  left?.id === right?.id && left?.mode === right?.mode

const fileOf = (entry: TreeEntry | undefined): File | undefined =>
  entry === undefined || entry.mode === '40000' ? undefined : { mode: entry.mode, id: entry.id }

const folderOf = (entry: TreeEntry | undefined) => (entry?.mode === '40000' ? entry.id : undefined)

function mapSides<Item, Part>(
  sides: ThreeSides<Item>,
  part: (item: Item | undefined) => Part | undefined,
) {
  return { base: part(sides.base), ours: part(sides.ours), theirs: part(sides.theirs) }
}

interface Merge {
  readonly objects: ObjectDatabase
  readonly conflicts: Conflict[]
  readonly budget: WorkBudget
}

/** The result for one file: the file, undefined for none, or the kind of conflict. */
type FileMerge = File | undefined | ConflictKind

const hasLines = ({ mode }: File) => mode === '100644' || mode === '100755'

const NO_BYTES = new Uint8Array()

/** Merges a file that both sides have and changed. Without a base, the lines are merged from an empty file. */
function mergeBoth(
  { objects, budget }: Merge,
  base: File | undefined,
  ours: File,
  theirs: File,
): FileMerge {
  const hasOurMode = ours.mode === theirs.mode || theirs.mode === base?.mode
  if (!hasOurMode && ours.mode !== base?.mode) return 'mode'
  const mode = hasOurMode ? ours.mode : theirs.mode
  if (ours.id === theirs.id || theirs.id === base?.id) return { mode, id: ours.id }
  if (ours.id === base?.id) return { mode, id: theirs.id }
  if ([base, ours, theirs].some((file) => file !== undefined && !hasLines(file))) return 'binary'
  const before = base === undefined ? NO_BYTES : readBlob(objects, base.id).bytes
  const left = readBlob(objects, ours.id).bytes
  const right = readBlob(objects, theirs.id).bytes
  if ([before, left, right].some(isBinary)) return 'binary'
  const merged = mergeContents(before, left, right, budget)
  if (merged === undefined) return base === undefined ? 'add/add' : 'content'
  return { mode, id: putObject(objects, makeBlob(merged)) }
}

function mergeFile(merge: Merge, { base, ours, theirs }: ThreeSides<File>): FileMerge {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours
  if (isSame(base, ours)) return theirs
  if (ours === undefined || theirs === undefined) return 'modify/delete'
  return mergeBoth(merge, base, ours, theirs)
}

function entriesByName(objects: ObjectDatabase, treeId: ObjectId | undefined) {
  const entries = treeId === undefined ? [] : readTree(objects, treeId).entries
  return new Map(entries.map((entry) => [entry.name, entry]))
}

/**
 * Merges an entry. A file and a folder of the same name are independent: one can be removed while the other is added.
 */
function mergeEntry(
  merge: Merge,
  path: string,
  sides: ThreeSides<TreeEntry>,
): TreeEntry | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (isSame(sides.ours, sides.theirs) || isSame(sides.base, sides.theirs)) return sides.ours
  if (isSame(sides.base, sides.ours)) return sides.theirs
  const file = mergeFile(merge, mapSides(sides, fileOf))
  const folder = mergeFolder(merge, `${path}/`, mapSides(sides, folderOf))
  const isConflict = typeof file === 'string'
  if (isConflict) merge.conflicts.push({ path, kind: file })
  else if (file !== undefined && folder !== undefined) {
    merge.conflicts.push({ path, kind: 'file/directory' })
  }
  const asFolder: TreeEntry | undefined =
    folder === undefined ? undefined : { name, mode: '40000', id: folder }
  // A file in conflict is kept, so that its folder is not considered empty.
  if (isConflict) return [sides.ours, sides.theirs].find((entry) => fileOf(entry)) ?? asFolder
  return file === undefined ? asFolder : { name, ...file }
}

function mergeFolder(
  merge: Merge,
  folder: string,
  sides: ThreeSides<ObjectId>,
): ObjectId | undefined {
  if (sides.ours === sides.theirs || sides.base === sides.theirs) return sides.ours
  if (sides.base === sides.ours) return sides.theirs
  const entriesOfSides = {
    base: entriesByName(merge.objects, sides.base),
    ours: entriesByName(merge.objects, sides.ours),
    theirs: entriesByName(merge.objects, sides.theirs),
  }
  const names = new Set(
    [entriesOfSides.ours, entriesOfSides.theirs, entriesOfSides.base].flatMap((side) => [
      ...side.keys(),
    ]),
  )
  const entries: TreeEntry[] = []
  for (const name of names) {
    const entry = mergeEntry(
      merge,
      `${folder}${name}`,
      mapSides(entriesOfSides, (side) => side?.get(name)),
    )
    if (entry !== undefined) entries.push(entry)
  }
  return entries.length === 0 ? undefined : putObject(merge.objects, makeTree(entries))
}

/**
 * Applies the changes from `base` to `theirs` to `ours`: whole files where one side changed them, lines where both did.
 * Renames are not detected: a file renamed on one side and changed on the other is a modify/delete conflict.
 */
export function mergeTrees(
  objects: ObjectDatabase,
  base: ObjectId | undefined,
  ours: ObjectId,
  theirs: ObjectId,
): TreeMerge {
  const merge: Merge = { objects, conflicts: [], budget: createMergeBudget() }
  const tree = mergeFolder(merge, '', { base, ours, theirs }) ?? putObject(objects, makeTree([]))
  return { tree, conflicts: merge.conflicts }
}
