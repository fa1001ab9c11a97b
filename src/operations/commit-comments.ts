import { invalid } from '../contract/errors.ts'
import { recordEvent } from '../domain/events.ts'
import { titleOf } from '../domain/repositories/commit-text.ts'
import { commitAt } from '../domain/repositories/revisions.ts'
import { splitLines } from '../git/file-lines.ts'
import type { GitCommit } from '../git/objects.ts'
import { parentTree } from '../git/statistics.ts'
import { blobAt } from '../git/tree.ts'
import { commitComment, placedCommitComment } from '../resources/commit-comment.ts'
import { commitKey } from '../store/collections.ts'
import type { Store } from '../store/store.ts'
import { list } from './answers.ts'
import type { ContextOf, ResultOf } from './operation.ts'

export function listCommitComments(
  context: ContextOf<'listCommitComments'>,
  { sha }: { readonly sha: string },
): ResultOf<'listCommitComments'> {
  const { store, viewer, project } = context
  viewer.must('download_code', project)
  const key = commitKey(project.id, commitAt(context, sha).id)
  return list(store.notes.by('noteable', key), (comment) => commitComment(comment, context))
}

/** Where a comment is to stand, as requests have it. */
interface Place {
  readonly path?: string | undefined
  readonly line?: number | undefined
  readonly line_type?: 'new' | 'old' | undefined
}

/** A comment whose place is not there is one on the commit as a whole (document 3, Comment placement rules). */
export function createCommitComment(
  context: ContextOf<'createCommitComment'>,
  { sha, note, ...place }: { readonly sha: string; readonly note: string } & Place,
): ResultOf<'createCommitComment'> {
  const { store, viewer, project, now } = context
  viewer.must('download_code', project)
  const commit = commitAt(context, sha)
  if (note.trim() === '') throw invalid({ note: ["can't be blank"] })
  const comment = store.notes.insert({
    project_id: project.id,
    noteable_type: 'Commit',
    commit_id: commit.id,
    body: note,
    author_id: viewer.signedIn().id,
    ...placeOf(store, commit, place),
    created_at: now,
    updated_at: now,
  })
  recordEvent(context, 'commented on', project, {
    target_type: 'Note',
    target_id: comment.id,
    target_title: titleOf(commit),
  })
  return placedCommitComment(comment, context)
}

/**
 * The place of a comment, or nothing where path or line are missing or not there. `new` counts the
 * lines of the file in the commit, `old` those in its parent; the path need not be in the diff.
 */
function placeOf(store: Store, commit: GitCommit, { path, line, line_type = 'new' }: Place) {
  if (path === undefined || line === undefined) return {}
  const tree = line_type === 'new' ? commit.tree : parentTree(store.objects, commit)
  const blob = tree === undefined ? undefined : blobAt(store.objects, tree, path)
  const isThere = blob !== undefined && line >= 1 && line <= splitLines(blob.bytes).count
  return isThere ? { path, line, line_type } : {}
}
