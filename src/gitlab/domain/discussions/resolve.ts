import { forbidden, noteNotResolvable } from '../../../contract/errors.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { type Context, fireHooks } from '../context.ts'
import { hasOpenDiscussions } from '../merge-requests/mergeability.ts'
import { mergeIfReady } from '../merge-requests/schedule.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import type { Discussed } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { type Discussion, isResolvable } from './discussion.ts'

/** Refuses with 403 who is neither a developer nor the author of a discussion, nor of what it is on. */
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

/** As `mustResolve`; nobody may resolve a discussion that cannot be. */
export function mustResolveAll(
  context: Context,
  discussed: Discussed,
  discussion: Discussion,
): void {
  mustResolve(context, discussed, discussion)
  if (!discussion.notes.some(isResolvable)) throw forbidden()
}

/** Refuses with 400 a note that cannot be resolved. */
export function checkResolvable(note: NoteRecord): void {
  if (!isResolvable(note)) throw noteNotResolvable()
}

/** Resolves notes, or opens them again; what can be neither stays as it is. */
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

/** With the last open discussion of a merge request, a merge may be ready that waits for it. */
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
