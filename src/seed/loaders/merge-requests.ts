import { approve } from '../../gitlab/domain/merge-requests/approvals.ts'
import { createMergeRequest } from '../../gitlab/domain/merge-requests/create.ts'
import { sourceHead, targetHead } from '../../gitlab/domain/merge-requests/range.ts'
import { onMergeRequest } from '../../gitlab/domain/tracker/noteable.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SeedMergeRequest } from '../schema/trackers.ts'
import { loadAttention, loadConversation, loadDrafts } from './conversation.ts'
import { isoTime, type Loading } from './loading.ts'
import { loadMergeRequestState, type MergeRequestParent, schedule } from './merge-request-states.ts'
import { planningOf } from './planning.ts'
import { noTimes } from './repository-times.ts'
import { timestampOf } from './timeline.ts'

/** Loads a merge request with its notes and its later states. */
export function loadMergeRequest(
  loading: Loading,
  project: ProjectRecord,
  seed: SeedMergeRequest,
  path: string,
): void {
  const { store } = loading
  const author = loading.author(seed.author, project, `${path}.author`)
  const source = sourceOf(loading, project, seed, path)
  const planning = peopleOf(loading, project, seed, path)
  const numbers = loading.numbers.take('mergeRequests', project, seed, path)
  if (!author || !source || !numbers) return
  const { last, branches } = loading.times.get(source.id) ?? noTimes()
  // The merge request cannot be opened before its branch is pushed, even if its time is earlier.
  const timestamp = timestampOf(isoTime(seed.created_at), last, branches.get(seed.source_branch))
  const since = isoTime(seed.created_at) ?? loading.timeWithin(project)
  const mergeRequest = () => store.mergeRequests.get(numbers.id)
  function target() {
    const record = mergeRequest()
    return record && onMergeRequest({ project, mergeRequest: record })
  }
  const parent = {
    loading,
    project,
    path,
    timestamp,
    since,
    target,
    seed,
    author,
    source,
    mergeRequest,
  }
  open(parent, { ...planning, ...numbers })
  loadConversation(parent, seed)
  loadMergeRequestState(parent)
  loadDrafts(parent, seed.drafts)
  loadAttention(parent, 'MergeRequest', seed)
}

/** Resolves the assignees, reviewers, labels and milestone. */
function peopleOf(
  loading: Loading,
  project: ProjectRecord,
  { assignees, reviewers = [], ...seed }: SeedMergeRequest,
  path: string,
) {
  const idsOf = (names: readonly string[], field: string) =>
    names.flatMap((name, index) => loading.user(name, `${path}.${field}[${index}]`)?.id ?? [])
  const planning = planningOf(loading, project, seed, path)
  const [assignee_id = planning.assignee_id, ...more_assignee_ids] = idsOf(
    assignees ?? [],
    'assignees',
  )
  return {
    ...planning,
    assignee_id,
    more_assignee_ids,
    reviewer_ids: idsOf(reviewers, 'reviewers'),
  }
}

function open(parent: MergeRequestParent, fields: object): void {
  const { loading, project, path, seed, author, since, source } = parent
  const { title, description, source_branch, scheduled_by, remove_source_branch } = seed
  const { draft = false, squash } = seed
  const scheduler = scheduled_by && loading.user(scheduled_by, `${path}.scheduled_by`)
  loading.timeline.add(parent.timestamp, () => {
    const target = loading.store.projects.get(project.id) ?? project
    const target_branch = seed.target_branch ?? target.default_branch
    const mergeRequest = createMergeRequest(loading.as(author, since), {
      ...fields,
      ends: { source, source_branch, target, target_branch },
      title: draft ? `Draft: ${title}` : title,
      squash,
      description: description ?? null,
      force_remove_source_branch: remove_source_branch,
    })
    checkBranches(parent, mergeRequest)
    for (const [index, name] of (seed.approved_by ?? []).entries()) {
      const approver = loading.user(name, `${path}.approved_by[${index}]`)
      const present = parent.mergeRequest()
      if (approver && present) approve(loading.as(approver, since), present)
    }
    if (scheduler && seed.state !== 'reopened') schedule(parent, scheduler)
  })
}

function checkBranches(
  { loading: { store, problems }, path, seed }: MergeRequestParent,
  mergeRequest: MergeRequestRecord,
): void {
  const { source_branch, target_branch } = mergeRequest
  const isNamed = seed.head !== undefined || seed.merge_commit !== undefined
  if (!isNamed && sourceHead(store, mergeRequest) === undefined) {
    const reason = `there is no branch "${source_branch}"`
    problems.push({ path: `${path}.source_branch`, reason })
  }
  if (!seed.merge_commit && targetHead(store, mergeRequest) === undefined) {
    const reason = `there is no branch "${target_branch}"`
    problems.push({ path: `${path}.target_branch`, reason })
  }
}

function sourceOf(
  loading: Loading,
  project: ProjectRecord,
  { source_project }: SeedMergeRequest,
  path: string,
): ProjectRecord | undefined {
  if (source_project === undefined) return project
  const source = loading.project(source_project, `${path}.source_project`)
  if (source && source.id !== project.id && source.forked_from_project_id !== project.id) {
    const reason = `"${source_project}" is no fork of the project`
    loading.problems.push({ path: `${path}.source_project`, reason })
  }
  return source
}
