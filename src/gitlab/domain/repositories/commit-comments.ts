import { invalid } from '../../../contract/errors.ts'
import { compareTrees, contentsOf } from '../../../git/diff/difference.ts'
import { splitLines } from '../../../git/diff/file-lines.ts'
import { lineChanges } from '../../../git/diff/line-changes.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { Context } from '../context.ts'
import { type LineOfCommit, positionOn } from '../discussions/positions.ts'
import { createNote } from '../notes/create.ts'
import { onCommit } from '../tracker/noteable.ts'

/** The position of a comment in a request. */
export interface CommentPosition {
  readonly path?: string | undefined
  readonly line?: number | undefined
  readonly line_type?: 'new' | 'old' | undefined
}

export function checkCommentText(note: string): void {
  if (note.trim() === '') throw invalid({ note: ["can't be blank"] })
}

/** Creates a comment on a line of a commit; on the whole commit where the line does not exist. */
export function commentOnCommit(
  context: Context,
  project: ProjectRecord,
  commit: GitCommit,
  { note, ...position }: { readonly note: string } & CommentPosition,
): NoteRecord {
  const place = existingPosition(context, commit, position)
  return createNote(context, onCommit(project, commit), {
    body: note,
    ...place,
    position: place && positionOn(commit, place),
  })
}

/**
 * Returns the position of a comment; undefined where path or line are missing or do not exist. `new` counts lines in
 * the commit, `old` in its parent.
 * The release decides whether the line must be part of the diff.
 */
function existingPosition(
  { store, release }: Context,
  commit: GitCommit,
  { path, line, line_type = 'new' }: CommentPosition,
) {
  if (path === undefined || line === undefined) return undefined
  const place = { path, line, line_type }
  if (release.commentsOnChangedLines) return isChanged(store, commit, place) ? place : undefined
  const tree = line_type === 'new' ? commit.tree : parentTree(store.objects, commit)
  const blob = tree === undefined ? undefined : blobAt(store.objects, tree, path)
  const isThere = blob !== undefined && line >= 1 && line <= splitLines(blob.bytes).count
  return isThere ? place : undefined
}

/** Whether a commit adds a line, or for `old` removes it. */
function isChanged(
  { objects }: Store,
  commit: GitCommit,
  { path, line, line_type }: LineOfCommit,
): boolean {
  const budget = createWorkBudget()
  const differences = compareTrees(objects, parentTree(objects, commit), commit.tree, { budget })
  const difference = differences.find(({ newPath }) => newPath === path)
  if (!difference) return false
  const [before, after] = contentsOf(objects, difference)
  const changes = lineChanges(splitLines(before), splitLines(after), budget)
  return changes.some(({ oldStart, oldCount, newStart, newCount }) => {
    const [start, count] = line_type === 'new' ? [newStart, newCount] : [oldStart, oldCount]
    return line > start && line <= start + count
  })
}
