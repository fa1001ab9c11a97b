import { ApiError, forbidden } from '../../../contract/errors.ts'
import { ahead } from '../../../git/history/ancestry.ts'
import { readCommit } from '../../../git/objects/database.ts'
import { branchHead } from '../../../git/repository.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { mayChangeMergeRequest } from '../../access/participation.ts'
import { omitUndefined } from '../changes.ts'
import type { ProjectContext } from '../context.ts'
import { errorText } from '../error-text.ts'
import { findProject } from '../find.ts'
import { pathWithNamespace } from '../lookups.ts'
import { automaticTime } from '../merge-requests/accept.ts'
import { areInOneNetwork } from '../merge-requests/branches.ts'
import { changeMergeRequest, checkMergeRequestChanges } from '../merge-requests/change.ts'
import {
  checkNewMergeRequest,
  createMergeRequest,
  mustCreateMergeRequest,
} from '../merge-requests/create.ts'
import { mayMerge } from '../merge-requests/mergeability.ts'
import { mergeOrSchedule } from '../merge-requests/schedule.ts'
import { markedAsWorkInProgress } from '../merge-requests/work-in-progress.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { milestonesFor } from '../tracker/milestones.ts'
import type { PushOptions } from './push-options.ts'

type Options = NonNullable<PushOptions['mergeRequest']>

/** The maximum number of branches in a push with merge request options. */
const MAX_BRANCHES = 10

/**
 * Creates a merge request for each pushed branch, or updates its open one, as `git push -o merge_request.…` requests
 * (`MergeRequests::PushOptionsHandlerService` of GitLab 18). Returns the errors; they do not fail the push.
 */
export function applyMergeRequestOptions(
  context: ProjectContext,
  pushes: readonly Push[],
  { mergeRequest: options }: PushOptions,
): string[] {
  if (!options) return []
  try {
    const target = targetOf(context, options)
    const branches = branchesOf(context, pushes, target)
    const errors = targetErrors(context, target, options, branches.length)
    if (errors.length > 0) return errors
    return branches.flatMap((branch) => applyTo(context, branch, target, options))
  } catch (error) {
    if (error instanceof ApiError) return [reasonOf(error)]
    throw error
  }
}

function reasonOf(error: ApiError): string {
  return error.status === 401 || error.status === 403 ? 'User access was denied' : errorText(error)
}

const last = (options: Options, key: string) => options.get(key)?.at(-1)

/** Returns the target project: the one that the options name, or the origin of a fork. */
function targetOf({ store, viewer, project }: ProjectContext, options: Options): ProjectRecord {
  const named = last(options, 'target_project')
  if (named === undefined) {
    const origin = store.projects.get(project.forked_from_project_id ?? 0)
    return origin && viewer.sees(origin) && usesMergeRequests(viewer, origin) ? origin : project
  }
  const found = findProject(store, named)
  if (!found || !viewer.sees(found) || !viewer.can('download_code', found)) throw forbidden()
  return found
}

const usesMergeRequests = (viewer: ProjectContext['viewer'], project: ProjectRecord) =>
  usesPart(viewer, project, 'merge_requests')

function branchesOf(
  { store }: ProjectContext,
  pushes: readonly Push[],
  target: ProjectRecord,
): string[] {
  const { head } = repositoryOf(store, target)
  return pushes.flatMap((push) => {
    const branch = branchOf(push)
    return branch === undefined || branch === head || push.after === undefined ? [] : branch
  })
}

function targetErrors(
  context: ProjectContext,
  target: ProjectRecord,
  options: Options,
  count: number,
): string[] {
  const path = pathWithNamespace(context, target)
  const branch = last(options, 'target')
  const isMissing =
    branch !== undefined && branchHead(repositoryOf(context.store, target), branch) === undefined
  const own = pathWithNamespace(context, context.project)
  return [
    ...(areInOneNetwork(context.store, context.project, target)
      ? []
      : [`Projects ${own} and ${path} are not in the same network`]),
    ...(usesMergeRequests(context.viewer, target)
      ? []
      : [`Merge requests are not enabled for project ${path}`]),
    ...(count > MAX_BRANCHES
      ? [`Too many branches pushed (${count} were pushed, limit is ${MAX_BRANCHES})`]
      : []),
    ...(isMissing ? [`Target branch ${path}:${branch} does not exist`] : []),
  ]
}

/** Creates or updates the merge request of one branch. Returns the errors. */
function applyTo(
  context: ProjectContext,
  branch: string,
  target: ProjectRecord,
  options: Options,
): string[] {
  const { store, project } = context
  const open = store.mergeRequests
    .by('open_from', openListKey(project.id, branch))
    .find((one) => one.target_project_id === target.id)
  if (!open && !options.has('create')) {
    return [
      `A merge_request.create push option is required to create a merge request for branch ${branch}`,
    ]
  }
  try {
    const made = open
      ? change(context, open, target, options)
      : create(context, branch, target, options)
    mergeAutomatically(context, made, target, options)
    return []
  } catch (error) {
    if (error instanceof ApiError) return [reasonOf(error)]
    throw error
  }
}

function create(
  context: ProjectContext,
  branch: string,
  target: ProjectRecord,
  options: Options,
): MergeRequestRecord {
  mustCreateMergeRequest(context)
  const { viewer, store } = context
  const target_branch = last(options, 'target') ?? repositoryOf(store, target).head
  const texts = textsOf(context, branch, target, target_branch)
  const [assignee_id, ...others] = new Set([
    ...usersNamed(context, options.get('assign')),
    viewer.signedIn().id,
  ])
  const checked = checkNewMergeRequest(context, {
    source_branch: branch,
    target_branch,
    target_project_id: target.id,
    ...texts,
    ...requestOf(context, target, options, { ...texts, labels: [] }),
    assignee_id,
  })
  return createMergeRequest(context, { ...checked, more_assignee_ids: others })
}

function change(
  context: ProjectContext,
  mergeRequest: MergeRequestRecord,
  target: ProjectRecord,
  options: Options,
): MergeRequestRecord {
  const { viewer } = context
  if (!mayChangeMergeRequest(viewer, target, mergeRequest))
    viewer.must('admin_merge_requests', target)
  const changed = { ...context, project: target, mergeRequest }
  const assignees = assigneesAfter(context, mergeRequest, options)
  const target_branch = last(options, 'target')
  const changes = checkMergeRequestChanges(changed, {
    ...requestOf(context, target, options, mergeRequest),
    ...omitUndefined({ target_branch, assignee_id: assignees && (assignees[0] ?? null) }),
  })
  const more = assignees && { more_assignee_ids: assignees.slice(1) }
  return changeMergeRequest(changed, mergeRequest, { ...changes, ...more })
}

/** Returns the assignees after those of `assign` were added and those of `unassign` removed. */
function assigneesAfter(
  context: ProjectContext,
  { assignee_id, more_assignee_ids }: MergeRequestRecord,
  options: Options,
): number[] | undefined {
  if (!options.has('assign') && !options.has('unassign')) return undefined
  const gone = new Set(usersNamed(context, options.get('unassign')))
  const present = assignee_id === null ? [] : [assignee_id, ...more_assignee_ids]
  const all = new Set([...present, ...usersNamed(context, options.get('assign'))])
  return [...all].filter((id) => !gone.has(id))
}

/** Returns the attributes of the options, for a new merge request or an update. */
function requestOf(
  { store, release }: ProjectContext,
  target: ProjectRecord,
  options: Options,
  present: { readonly title: string; readonly labels: readonly string[] },
) {
  const title = last(options, 'title')
  const milestone = last(options, 'milestone')
  const added = options.get('label') ?? []
  const removed = new Set(options.get('unlabel'))
  const isDraft = isTrue(options, 'draft')
  return omitUndefined({
    title: isDraft ? markedAsWorkInProgress(release, title ?? present.title, true) : title,
    description: last(options, 'description')?.replaceAll('\\n', '\n'),
    milestone_id: milestonesFor(store, target).find((one) => one.title === milestone)?.id,
    labels:
      added.length > 0 || removed.size > 0
        ? [...present.labels, ...added].filter((label) => !removed.has(label))
        : undefined,
    remove_source_branch: isTrue(options, 'remove_source_branch'),
    squash: isTrue(options, 'squash'),
  })
}

/** Reads a boolean option; undefined where it is missing. */
function isTrue(options: Options, key: string): boolean | undefined {
  const value = last(options, key)
  return value === undefined ? undefined : value !== 'false' && value !== '0'
}

/** Finds users by name or by id. */
function usersNamed({ store }: ProjectContext, names: readonly string[] = []): number[] {
  return names.flatMap((name) => {
    const user = /^\d+$/.test(name)
      ? store.users.get(Number(name))
      : store.users.one('username', name.replace(/^@/, '').toLowerCase())
    return user ? user.id : []
  })
}

/** Returns the title and description of a new merge request: those of its only commit, or the name of its branch. */
function textsOf(
  { store, release, project }: ProjectContext,
  branch: string,
  target: ProjectRecord,
  targetBranch: string,
): { readonly title: string; readonly description: string } {
  const tip = branchHead(repositoryOf(store, project), branch) ?? ''
  const base = branchHead(repositoryOf(store, target), targetBranch)
  const commits =
    base === undefined ? [readCommit(store.objects, tip)] : ahead(store.objects, base, tip)
  const [only, another] = commits
  if (!only || another) return { title: titleOfBranch(branch), description: '' }
  const [, ...rest] = only.message.split('\n')
  return { title: titleOf(only, release), description: rest.join('\n').trim() }
}

/** Returns `fix-the-tide` as `Fix the tide`. */
function titleOfBranch(branch: string): string {
  const words = branch.replace(/[-_]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Sets auto-merge where the pusher may merge and the merge request waits for a pipeline, as the API does. */
function mergeAutomatically(
  context: ProjectContext,
  mergeRequest: MergeRequestRecord,
  target: ProjectRecord,
  options: Options,
): void {
  const isWanted =
    isTrue(options, 'auto_merge') ?? isTrue(options, 'merge_when_pipeline_succeeds') ?? false
  if (!isWanted || !mayMerge(context, target, mergeRequest)) return
  const time = automaticTime({ ...context, project: target, mergeRequest })
  if (time) mergeOrSchedule(context, mergeRequest, time, {})
}
