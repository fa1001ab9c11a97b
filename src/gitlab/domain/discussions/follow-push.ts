import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Position } from '../../../store/models/position.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { diffRefs, versionsOf } from '../merge-requests/versions.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { discussionIdOf } from './discussion.ts'
import { setResolved } from './resolve.ts'
import { type DiffRefs, tracer } from './trace.ts'

/**
 * Moves diff discussions to their lines after a push to the source branch. Discussions whose line is no longer in the
 * diff become outdated, each with a system note (`Discussions::UpdateDiffPositionService`).
 */
export function followPositions(
  context: Context,
  mergeRequest: MergeRequestRecord,
  before: DiffRefs,
  budget: WorkBudget,
): void {
  const { store } = context
  const threads = threadsAt(context, mergeRequest, before)
  const after = threads.length > 0 ? diffRefs(store, mergeRequest) : null
  if (!after) return
  const trace = tracer(store, before, after, budget)
  for (const [position, notes] of threads) {
    const traced = trace(position)
    if (traced.isOutdated) markAsOutdated(context, mergeRequest, notes, traced.position)
    else store.notes.replaceAll(notes, { position: traced.position })
  }
}

/** Returns the discussions of the current diff by position; outdated ones belong to another diff. */
function threadsAt(
  { store }: Context,
  { id }: MergeRequestRecord,
  refs: DiffRefs,
): [Position, NoteRecord[]][] {
  const threads = new Map<string, [Position, NoteRecord[]]>()
  for (const note of store.notes.by('noteable', targetKey('MergeRequest', id))) {
    const { position, commit_id } = note
    if (!position || commit_id !== null || !isAt(position, refs)) continue
    const thread = threads.get(discussionIdOf(note))
    if (thread) thread[1].push(note)
    else threads.set(discussionIdOf(note), [position, [note]])
  }
  return [...threads.values()]
}

function isAt(position: Position, { base_sha, start_sha, head_sha }: DiffRefs): boolean {
  return (
    position.head_sha === head_sha &&
    position.base_sha === base_sha &&
    position.start_sha === start_sha
  )
}

function markAsOutdated(
  context: Context,
  mergeRequest: MergeRequestRecord,
  notes: readonly NoteRecord[],
  change_position: Position,
): void {
  const { store } = context
  const [first] = notes
  if (!first) return
  const project = existingProject(context, mergeRequest.target_project_id)
  const noteable = onMergeRequest({ project, mergeRequest })
  store.notes.replaceAll(notes, { change_position })
  if (project.settings.resolve_outdated_diff_discussions) {
    const outdated = notes.flatMap(({ id }) => store.notes.get(id) ?? [])
    setResolved(context, noteable, outdated, true)
  }
  addSystemNote(context, noteable, `changed this line in ${versionLink(context, mergeRequest)}`, {
    discussion_id: discussionIdOf(first),
    position: first.position,
    original_position: first.original_position,
    change_position,
  })
}

/** Returns a link to the comparison of the latest version with the one before. */
function versionLink(context: Context, mergeRequest: MergeRequestRecord): string {
  const { store } = context
  const versions = versionsOf(store, mergeRequest)
  const [latest, former] = versions.toReversed()
  const project = existingProject(context, mergeRequest.target_project_id)
  const page = `/${pathWithNamespace(context, project)}/-/merge_requests/${mergeRequest.iid}`
  const query = `diff_id=${latest?.id}&start_sha=${former?.head_sha}`
  return `[version ${versions.length} of the diff](${page}/diffs?${query})`
}
