import { invalid } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { Context, ProjectContext } from '../context.ts'
import { discussionIdOf, isOpen } from '../discussions/discussion.ts'
import { setResolved } from '../discussions/resolve.ts'
import { existingProject, existingUser, projectAddress } from '../lookups.ts'
import { mergeRequestOfIid } from '../tracker/iids.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'

/** The notes of an unresolved discussion, oldest first. */
type Discussion = readonly NoteRecord[]

/** A merge request whose discussions a new issue continues, with the issue's default title and text. */
export interface DiscussionsOrigin {
  readonly mergeRequest: MergeRequestRecord
  readonly discussions: readonly Discussion[]
  readonly title: string
  readonly description: string
}

/**
 * Finds the merge request with an iid and its unresolved discussions, or only the one with an id. Throws 400 where
 * the merge request is missing.
 */
export function discussionsToResolve(
  context: ProjectContext,
  iid: number,
  discussionId: string | undefined,
): DiscussionsOrigin {
  const { store, viewer, project } = context
  const mergeRequest = mergeRequestOfIid(store, project, iid)
  if (!mergeRequest || !seesMergeRequest(viewer, project, mergeRequest))
    throw invalid({ merge_request_for_resolving_discussions: ['is invalid'] })
  const discussions = unresolvedDiscussions(context, mergeRequest).filter(
    ([first]) => discussionId === undefined || (first && discussionIdOf(first) === discussionId),
  )
  return {
    mergeRequest,
    discussions,
    title: `Follow-up from "${mergeRequest.title}"`,
    description: describe(context, mergeRequest, discussions),
  }
}

/** Returns the unresolved discussions of a merge request, in order of their first notes. */
function unresolvedDiscussions(
  { store }: ProjectContext,
  { id }: MergeRequestRecord,
): Discussion[] {
  const discussions = new Map<string, NoteRecord[]>()
  for (const note of store.notes.by('noteable', targetKey('MergeRequest', id))) {
    const key = discussionIdOf(note)
    const discussion = discussions.get(key)
    if (discussion) discussion.push(note)
    else discussions.set(key, [note])
  }
  return [...discussions.values()].filter((notes) => notes.some(isOpen))
}

function describe(
  context: ProjectContext,
  mergeRequest: MergeRequestRecord,
  discussions: readonly Discussion[],
): string {
  if (discussions.length === 0) {
    return `There are no unresolved discussions. Review the conversation in !${mergeRequest.iid}`
  }
  const items = discussions.map((discussion) => itemOf(context, mergeRequest, discussion))
  const heading = `The following discussions from !${mergeRequest.iid} should be addressed:`
  return [heading, ...items].join('\n\n')
}

/** Resolves the discussions that an issue continues, if the caller may. */
export function resolveDiscussions(
  context: Context,
  { mergeRequest, discussions }: DiscussionsOrigin,
  issue: IssueRecord,
): void {
  const { viewer } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  const user = viewer.signedIn()
  const mayResolve = mergeRequest.author_id === user.id || viewer.can('resolve_notes', project)
  if (!mayResolve || discussions.length === 0) return
  const noteable = onMergeRequest({ project, mergeRequest })
  addSystemNote(context, noteable, `created #${issue.iid} to continue these discussions`)
  setResolved(context, noteable, discussions.flat(), true)
}

/** Returns a Markdown task with the author, time, link and quoted text of a discussion's first unresolved note. */
function itemOf(
  context: ProjectContext,
  { target_project_id, iid }: MergeRequestRecord,
  discussion: Discussion,
): string {
  const first = discussion.find(isOpen)
  if (!first) return ''
  const author = existingUser(context, first.author_id)
  const address = `${projectAddress(context, target_project_id)}/merge_requests/${iid}#note_${first.id}`
  const replies = discussion.length - 1
  const more = replies === 0 ? '' : ` (+${replies} ${replies === 1 ? 'comment' : 'comments'})`
  const quote = first.body.replaceAll(/^/gm, '> ')
  const when = first.created_at.slice(0, 16).replace('T', ' ')
  return `- [ ] @${author.username} commented in a discussion on [${when}](${address}):${more}\n\n${quote}`
}
