import { invalid } from '../../../contract/errors.ts'
import { splitLines } from '../../../git/diff/file-lines.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { titleOf } from './commit-text.ts'

/** The line of a file that a comment is for, as requests have it. */
export interface CommentPosition {
  readonly path?: string | undefined
  readonly line?: number | undefined
  readonly line_type?: 'new' | 'old' | undefined
}

export function checkCommentText(note: string): void {
  if (note.trim() === '') throw invalid({ note: ["can't be blank"] })
}

/** Comments on a line of a commit; where that line is not there, on the commit as a whole. */
export function commentOnCommit(
  context: Context,
  project: ProjectRecord,
  commit: GitCommit,
  { note, ...position }: { readonly note: string } & CommentPosition,
): NoteRecord {
  const { store, viewer, now } = context
  const comment = store.notes.insert({
    project_id: project.id,
    noteable_type: 'Commit',
    commit_id: commit.id,
    body: note,
    author_id: viewer.signedIn().id,
    ...existingPosition(store, commit, position),
    created_at: now,
    updated_at: now,
  })
  recordEvent(context, 'commented on', project, {
    target_type: 'Note',
    target_id: comment.id,
    target_title: titleOf(commit, context.release),
  })
  return comment
}

/**
 * The position of a comment; nothing where path or line are missing or not there. `new` counts the
 * lines of the file in the commit, `old` those in its parent; the path need not be in the diff.
 */
function existingPosition(
  store: Store,
  commit: GitCommit,
  { path, line, line_type = 'new' }: CommentPosition,
) {
  if (path === undefined || line === undefined) return {}
  const tree = line_type === 'new' ? commit.tree : parentTree(store.objects, commit)
  const blob = tree === undefined ? undefined : blobAt(store.objects, tree, path)
  const isThere = blob !== undefined && line >= 1 && line <= splitLines(blob.bytes).count
  return isThere ? { path, line, line_type } : {}
}
