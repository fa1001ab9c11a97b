import { duplicateMergeRequest, failedValidation, sameBranches } from '../../../contract/errors.ts'
import { branchHead } from '../../../git/repository.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { repositoryOf } from '../repositories/repositories.ts'

/** What is to be merged into what. */
export interface Ends {
  readonly source: ProjectRecord
  readonly source_branch: string
  readonly target: ProjectRecord
  readonly target_branch: string
}

/**
 * Refuses with 422 a branch into itself, and a source that is neither the target nor a fork of it; where the release
 * allows that, another fork of the same project will do.
 */
export function checkRelated({ store, release }: Context, ends: Ends): void {
  const { source, source_branch, target, target_branch } = ends
  if (source.id === target.id) {
    if (source_branch === target_branch) throw sameBranches()
    return
  }
  const isRelated = release.mergesWithinForkNetwork
    ? areInOneNetwork(store, source, target)
    : source.forked_from_project_id === target.id
  if (!isRelated) throw failedValidation('Source project is not a fork of the target project')
}

/** Whether one is a fork of the other, or both are forks of a third, however many lie between. */
export function areInOneNetwork(store: Store, one: ProjectRecord, other: ProjectRecord): boolean {
  return rootOf(store, one).id === rootOf(store, other).id
}

/** The project that a project is a fork of, and that is no fork itself. */
function rootOf(store: Store, project: ProjectRecord, seen: readonly number[] = []): ProjectRecord {
  const origin = store.projects.get(project.forked_from_project_id ?? 0)
  if (!origin || seen.includes(origin.id)) return project
  return rootOf(store, origin, [...seen, origin.id])
}

/** Refuses with 409 what an open merge request asks for already. */
export function checkUnique(
  store: Store,
  { source, source_branch, target, target_branch }: Ends,
): void {
  const others = store.mergeRequests
    .by('open_from', openListKey(source.id, source_branch))
    .filter((one) => one.target_project_id === target.id && one.target_branch === target_branch)
  if (others.length === 0) return
  throw duplicateMergeRequest(others)
}

/** Why the branches cannot be: there is no such branch. */
export function branchErrors(
  store: Store,
  { source, source_branch, target, target_branch }: Ends,
): Record<string, string[]> {
  const isThere = (project: ProjectRecord, branch: string) =>
    branchHead(repositoryOf(store, project), branch) !== undefined
  return {
    ...(isThere(source, source_branch) ? {} : { source_branch: ['does not exist'] }),
    ...(isThere(target, target_branch) ? {} : { target_branch: ['does not exist'] }),
  }
}

/** What of the branches is changed. */
export type Branches = Partial<Pick<MergeRequestRecord, 'source_branch' | 'target_branch'>>

/** The branches that a request names and that are not what they were. */
export function changedBranches(
  mergeRequest: MergeRequestRecord,
  request: {
    readonly source_branch?: string | undefined
    readonly target_branch?: string | undefined
  },
): Branches {
  const { source_branch = mergeRequest.source_branch, target_branch = mergeRequest.target_branch } =
    request
  return {
    ...(source_branch === mergeRequest.source_branch ? {} : { source_branch }),
    ...(target_branch === mergeRequest.target_branch ? {} : { target_branch }),
  }
}

/**
 * Why the changed branches cannot be; refuses with 422 a branch into itself. Another source branch
 * is for who may read its code: a merge request shows it to everyone who sees the target project.
 */
export function changedBranchErrors(context: MergeRequestContext, branches: Branches) {
  if (Object.keys(branches).length === 0) return {}
  const ends = endsOf(context, { ...context.mergeRequest, ...branches })
  if (branches.source_branch !== undefined) context.viewer.must('download_code', ends.source)
  checkRelated(context, ends)
  const errors = Object.entries(branchErrors(context.store, ends))
  return Object.fromEntries(errors.filter(([name]) => Object.hasOwn(branches, name)))
}

/** One whose fork is gone cannot be reopened: 422. */
export function endsOf(context: Context, mergeRequest: MergeRequestRecord): Ends {
  const { source_project_id, source_branch, target_project_id, target_branch } = mergeRequest
  const source = context.store.projects.get(source_project_id)
  if (!source) throw failedValidation('Source project is not there any more')
  const target = existingProject(context, target_project_id)
  return { source, source_branch, target, target_branch }
}
