import { forbidden, noteNotResolvable } from '../../../contract/errors.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { type Context, fireHooks } from '../context.ts'
import { hasOpenDiscussions } from '../merge-requests/mergeability.ts'
import { mergeIfReady } from '../merge-requests/schedule.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import type { Discussed } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { type Discussion, isResolvable } from './discussion.ts'

/** Throws 403 unless the caller is a developer, or the author of the discussion or of the record that it is on. */
export function mustResolve(
  context: Context,
  discussed: Discussed,
  { notes: [first] }: Discussion,
): void {
  const { viewer } = context
  mustBeWritable(context, discussed.project)
  const { id } = viewer.signedIn()
  const authors = [first.author_id, discussed.type === 'Commit' ? undefined : discussed.author_id]
  if (!authors.includes(id)) viewer.must('resolve_notes', discussed.project)
}

/** Does the same as `mustResolve`, and throws 403 for a discussion that is not resolvable. */
export function mustResolveAll(
  context: Context,
  discussed: Discussed,
  discussion: Discussion,
): void {
  mustResolve(context, discussed, discussion)
  if (!discussion.notes.some(isResolvable)) throw forbidden()
}

/** Throws 400 for a note that is not resolvable. */
export function checkResolvable(note: NoteRecord): void {
  if (!isResolvable(note)) throw noteNotResolvable()
}

/** Resolves or reopens notes; those that are not resolvable stay as they are. */
export function setResolved(
  context: Context,
  discussed: Discussed,
  notes: readonly NoteRecord[],
  resolved: boolean,
): void {
  const { store, viewer, now } = context
  const changing = notes.filter((note) => note.resolvable && note.resolved !== resolved)
  if (changing.length === 0) return
  store.notes.replaceAll(changing, {
    resolved,
    resolved_by_id: resolved ? viewer.signedIn().id : null,
    resolved_at: resolved ? now : null,
  })
  if (resolved) followResolution(context, discussed)
}

/** Handles the resolution of the last open discussion of a merge request, which can trigger its auto-merge. */
function followResolution(context: Context, discussed: Discussed): void {
  const { store, viewer, release } = context
  if (discussed.type !== 'MergeRequest') return
  const before = store.mergeRequests.get(discussed.id)
  if (!before || hasOpenDiscussions(store, before)) return
  addSystemNote(context, discussed, release.allResolved)
  const mergeRequest = store.mergeRequests.get(discussed.id) ?? before
  const change = { action: 'update', before, user: viewer.signedIn() } as const
  fireHooks(context, { kind: 'merge_request', mergeRequest, ...change })
  mergeIfReady(context, mergeRequest)
}
