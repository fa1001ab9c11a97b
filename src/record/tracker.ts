import { at } from '../verify/story/bodies.ts'
import { type RecordedProject, type Recording, userOf, type Votes } from './recording.ts'
import type { Entry } from './world.ts'

/** Records the issues, merge requests and snippets of a project, with their notes. */
export async function recordTracker(recording: Recording, project: RecordedProject): Promise<void> {
  await recordIssues(recording, project)
  await recordMergeRequests(recording, project)
  await recordSnippets(recording, project)
}

interface SeenMilestone {
  readonly id?: number
  readonly iid?: number
  readonly project_id?: number
  readonly title?: string
  readonly description?: string | null
  readonly state?: string
  readonly due_date?: string | null
  readonly created_at?: string
  readonly updated_at?: string
}

function addPlanning(
  { collected }: Recording,
  { id: project_id }: RecordedProject,
  labels: readonly string[] | undefined,
  milestone: SeenMilestone | null | undefined,
): void {
  const known = new Set(
    collected
      .entries('labels')
      .flatMap((one) => (one.project_id === project_id ? [one.title] : [])),
  )
  for (const title of labels ?? []) {
    if (!known.has(title)) collected.add('labels', { project_id, title })
    known.add(title)
  }
  if (!milestone) return
  const { id, iid, title, description, state, due_date, created_at, updated_at } = milestone
  collected.add('milestones', {
    id,
    iid,
    project_id: milestone.project_id,
    title,
    description,
    state,
    due_date,
    created_at,
    updated_at,
  })
}

async function recordIssues(recording: Recording, project: RecordedProject): Promise<void> {
  const { reader, collected } = recording
  const id = String(project.id)
  const sort = { order_by: 'created_at', sort: 'asc' } as const
  for (const issue of await reader.list('listIssuesOfProject', { id, ...sort })) {
    if (issue.id === undefined) continue
    addPlanning(recording, project, issue.labels, issue.milestone)
    const { iid, title, description, state, labels, confidential, due_date, created_at } = issue
    collected.add('issues', {
      id: issue.id,
      iid,
      project_id: project.id,
      title,
      description,
      state,
      author_id: userOf(issue.author),
      assignee_id: userOf(issue.assignee),
      milestone_id: issue.milestone?.id ?? null,
      labels,
      confidential,
      due_date,
      ...endOfV4(issue),
      created_at,
      updated_at: issue.updated_at,
    })
    const notes = await reader.list('listIssueNotes', { id, issue_id: String(issue.id) })
    addNotes(recording, project, 'Issue', issue.id, notes)
    const people = [issue.author, issue.assignee, ...notes.map(({ author }) => author)]
    addSubscription(recording, 'Issue', issue.id, issue.subscribed, people)
    addVotes(recording, 'Issue', issue.id, issue)
  }
}

async function recordMergeRequests(recording: Recording, project: RecordedProject) {
  const { reader, collected } = recording
  const id = String(project.id)
  const sort = { state: 'all', order_by: 'created_at', sort: 'asc' } as const
  for (const one of await reader.list('listMergeRequests', { id, ...sort })) {
    if (one.id === undefined) continue
    addPlanning(recording, project, one.labels, one.milestone)
    const { iid, title, description, state, labels, source_branch, target_branch } = one
    const { created_at, updated_at, merge_commit_sha, source_project_id } = one
    collected.add('merge_requests', {
      id: one.id,
      iid,
      source_project_id,
      target_project_id: project.id,
      source_branch,
      target_branch,
      title,
      description,
      state,
      author_id: userOf(one.author),
      assignee_id: userOf(one.assignee),
      ...peopleOfV4(one),
      milestone_id: one.milestone?.id ?? null,
      labels,
      merge_commit_sha,
      head_sha: one.sha,
      should_remove_source_branch: one.should_remove_source_branch,
      force_remove_source_branch: one.force_remove_source_branch,
      squash: at(one, 'squash') === true ? true : undefined,
      ...scheduled(one, recording),
      ...endOfV4(one),
      created_at,
      updated_at,
    })
    const notes = await reader.list('listMergeRequestNotes', {
      id,
      merge_request_id: String(one.id),
    })
    addNotes(recording, project, 'MergeRequest', one.id, notes)
    const people = [one.author, one.assignee, ...notes.map(({ author }) => author)]
    addSubscription(recording, 'MergeRequest', one.id, one.subscribed, people)
    addVotes(recording, 'MergeRequest', one.id, one)
  }
}

/** Returns the time of closing or merging and its user, which v4 shows. */
function endOfV4(shown: object): Entry {
  const fields = [
    ['closed_at', at(shown, 'closed_at')],
    ['closed_by_id', at(shown, 'closed_by.id')],
    ['merged_at', at(shown, 'merged_at')],
    ['merge_user_id', at(shown, 'merge_user.id')],
  ] as const
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null))
}

/** Returns the further assignees and the reviewers of a merge request of v4. */
function peopleOfV4(shown: object): Entry {
  const ids = (name: string): number[] => {
    const list: unknown = Reflect.get(shown, name)
    return Array.isArray(list) ? list.map((one) => Number(at(one, 'id'))) : []
  }
  const [, ...more_assignee_ids] = ids('assignees')
  const reviewers = ids('reviewers').map((user_id) => ({ user_id }))
  return {
    ...(more_assignee_ids.length > 0 ? { more_assignee_ids } : {}),
    ...(reviewers.length > 0 ? { reviewers } : {}),
  }
}

/** Returns the fields of a scheduled merge. The API does not show who scheduled it, so the author is used. */
function scheduled(
  one: {
    readonly merge_when_build_succeeds?: boolean
    readonly should_remove_source_branch?: boolean
    readonly author?: { readonly id?: number }
  },
  { me }: Recording,
) {
  if (!one.merge_when_build_succeeds) return {}
  const { should_remove_source_branch = false } = one
  return {
    merge_when_build_succeeds: true,
    merge_user_id: one.author?.id ?? me.id,
    merge_parameters: { should_remove_source_branch },
  }
}

async function recordSnippets(recording: Recording, project: RecordedProject): Promise<void> {
  const { reader, collected } = recording
  const id = String(project.id)
  for (const snippet of await reader.list('listSnippets', { id })) {
    if (snippet.id === undefined) continue
    const snippet_id = String(snippet.id)
    const bytes = await reader.bytes('getRawSnippet', { id, snippet_id })
    const { title, file_name, created_at, updated_at } = snippet
    const visibility_level = 'visibility_level' in snippet ? snippet.visibility_level : undefined
    collected.add('snippets', {
      id: snippet.id,
      project_id: project.id,
      title,
      file_name,
      content: new TextDecoder().decode(bytes),
      author_id: userOf(snippet.author),
      visibility_level,
      created_at,
      updated_at,
    })
    const notes = await reader.list('listSnippetNotes', { id, snippet_id })
    addNotes(recording, project, 'Snippet', snippet.id, notes)
  }
}

/** Servers may also show the votes of issues, which are not required. */
function addVotes({ votes }: Recording, on: Votes['on'], id: number, shown: object): void {
  const count = (name: string) => Number(Reflect.get(shown, name) ?? 0)
  votes.push({ on, id, up: count('upvotes'), down: count('downvotes') })
}

interface SeenNote {
  readonly id?: number
  readonly body?: string
  readonly author?: { readonly id?: number }
  readonly created_at?: string
  readonly updated_at?: string
  readonly system?: boolean
}

function addNotes(
  { collected }: Recording,
  project: RecordedProject,
  noteable_type: string,
  noteable_id: number,
  notes: readonly SeenNote[],
): void {
  for (const note of notes) {
    const { id, body, author, system, created_at, updated_at } = note
    // In v4 only: a note that only members can see.
    const internal = at(note, 'internal') === true ? true : undefined

    const place = { project_id: project.id, noteable_type, noteable_id }
    const author_id = userOf(author)
    collected.add('notes', {
      id,
      ...place,
      body,
      author_id,
      system,
      internal,
      created_at,
      updated_at,
    })
  }
}

/**
 * Records an explicit subscription, which is only shown to the token's own user; participants are subscribed without
 * one.
 */
function addSubscription(
  { collected, me }: Recording,
  subscribable_type: string,
  subscribable_id: number,
  subscribed: boolean | undefined,
  people: readonly ({ readonly id?: number } | null | undefined)[],
): void {
  const takesPart = people.some((one) => one?.id === me.id)
  if (subscribed === undefined || subscribed === takesPart) return
  collected.add('subscriptions', { user_id: me.id, subscribable_type, subscribable_id, subscribed })
}
