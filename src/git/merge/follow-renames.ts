import { compareTrees } from '../diff/difference.ts'
import { draftEntry, openDraft, putFile, removeFile, writeDraft } from '../draft.ts'
import type { ObjectDatabase } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'
import { mergeTrees, type TreeMerge } from './merge-trees.ts'

/**
 * Merges as `mergeTrees` does, but a file that one side renamed and the other changed is merged under its new name, as
 * git does. Renames are looked for only where files are in conflict without them.
 */
export function mergeFollowingRenames(
  objects: ObjectDatabase,
  base: ObjectId | undefined,
  ours: ObjectId,
  theirs: ObjectId,
): TreeMerge {
  const merged = mergeTrees(objects, base, ours, theirs)
  const paths = merged.conflicts.flatMap(({ kind, path }) =>
    kind === 'modify/delete' ? [path] : [],
  )
  if (base === undefined || paths.length === 0) return merged
  const ofOurs = renamesOf(objects, base, ours, paths)
  const ofTheirs = renamesOf(objects, base, theirs, paths)
  if (ofOurs.length + ofTheirs.length === 0) return merged
  return mergeTrees(
    objects,
    withRenames(objects, base, [...ofOurs, ...ofTheirs]),
    withRenames(objects, ours, ofTheirs),
    withRenames(objects, theirs, ofOurs),
  )
}

interface RenamedFile {
  readonly from: string
  readonly to: string
}

/** Returns the files at some paths that a side renamed. */
function renamesOf(
  objects: ObjectDatabase,
  base: ObjectId,
  side: ObjectId,
  paths: readonly string[],
): RenamedFile[] {
  return compareTrees(objects, base, side)
    .filter(({ renamedFile, oldPath }) => renamedFile && paths.includes(oldPath))
    .map(({ oldPath, newPath }) => ({ from: oldPath, to: newPath }))
}

/** Returns a tree with files renamed, except those whose new path is taken. */
function withRenames(
  objects: ObjectDatabase,
  tree: ObjectId,
  renames: readonly RenamedFile[],
): ObjectId {
  if (renames.length === 0) return tree
  const draft = openDraft(objects, tree)
  for (const { from, to } of renames) {
    const file = draftEntry(draft, from)
    if (file === undefined || file === 'directory' || draftEntry(draft, to) !== undefined) continue
    if (hasFileAbove(draft, to)) continue
    removeFile(draft, from)
    putFile(draft, to, file)
  }
  return writeDraft(draft)
}

/** Whether a folder of a path is a file in the tree. */
function hasFileAbove(draft: ReturnType<typeof openDraft>, path: string): boolean {
  const names = path.split('/')
  return names.some((_, index) => {
    const entry = index === 0 ? 'directory' : draftEntry(draft, names.slice(0, index).join('/'))
    return entry !== undefined && entry !== 'directory'
  })
}
