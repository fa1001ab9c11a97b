import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { level } from '../../access/abilities.ts'
import { projectLevel } from '../../access/membership.ts'
import type { Context, Presentation } from '../context.ts'
import { existingProject, existingUser } from '../lookups.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { addTodo } from '../tracker/todos.ts'

/** Returns the ids of a merge request's assignees, the first one first. */
export function assigneesOf({
  assignee_id,
  more_assignee_ids,
}: Pick<MergeRequestRecord, 'assignee_id' | 'more_assignee_ids'>): number[] {
  return assignee_id === null ? [...more_assignee_ids] : [assignee_id, ...more_assignee_ids]
}

type Reviewers = MergeRequestRecord['reviewers']

/** Returns reviewers for some ids. Present reviewers keep their state. */
export function reviewersAfter(
  before: Reviewers,
  ids: readonly number[],
  created_at: string,
): Reviewers {
  return [...new Set(ids)].map(
    (user_id) =>
      before.find((one) => one.user_id === user_id) ?? { user_id, state: 'unreviewed', created_at },
  )
}

/** Adds system notes for the assignees and reviewers of a new merge request. */
export function notePeople(context: Context, mergeRequest: MergeRequestRecord): void {
  const assigned = namesOf(context, assigneesOf(mergeRequest))
  if (assigned !== '')
    addSystemNote(context, targetOf(context, mergeRequest), `assigned to ${assigned}`)
  noteReviewers(context, mergeRequest, [])
}

/** Adds a system note for reviewers who were added or removed. */
export function noteReviewers(
  context: Context,
  mergeRequest: MergeRequestRecord,
  before: Reviewers,
): void {
  const [were, are] = [before, mergeRequest.reviewers].map((all) => all.map((one) => one.user_id))
  const asked = namesOf(context, are?.filter((id) => !were?.includes(id)) ?? [])
  const left = namesOf(context, were?.filter((id) => !are?.includes(id)) ?? [])
  const parts = [
    ...(asked === '' ? [] : [`requested review from ${asked}`]),
    ...(left === '' ? [] : [`removed review request for ${left}`]),
  ]
  if (parts.length === 0) return
  addSystemNote(context, targetOf(context, mergeRequest), parts.join(' and '))
}

/** Adds to-do items for new reviewers. */
export function askForReviews(
  context: Context,
  mergeRequest: MergeRequestRecord,
  before?: MergeRequestRecord,
): void {
  const known = new Set(before?.reviewers.map(({ user_id }) => user_id))
  for (const { user_id } of mergeRequest.reviewers) {
    if (known.has(user_id)) continue
    addTodo(context, targetOf(context, mergeRequest), { user_id, action_name: 'review_requested' })
  }
}

/** Whether the author has no merged merge request in the project, and is not a member above guest. */
export function isFirstContribution(
  { store, today }: Pick<Presentation, 'store' | 'today'>,
  { author_id, target_project_id: id }: MergeRequestRecord,
): boolean {
  const project = existingProject({ store }, id)
  if (projectLevel(store, project, author_id, today) > level.guest) return false
  const written = store.mergeRequests.by('author_id', author_id)
  return !written.some((one) => one.target_project_id === id && one.state === 'merged')
}

function namesOf(context: Context, ids: readonly number[]): string {
  return ids.map((id) => `@${existingUser(context, id).username}`).join(' ')
}

function targetOf(context: Context, mergeRequest: MergeRequestRecord) {
  const project = existingProject(context, mergeRequest.target_project_id)
  return onMergeRequest({ project, mergeRequest })
}
