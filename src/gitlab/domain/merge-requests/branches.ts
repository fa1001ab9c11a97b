import { duplicateMergeRequest, failedValidation, sameBranches } from '../../../contract/errors.ts'
import { branchHead } from '../../../git/repository.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { repositoryOf } from '../repositories/repositories.ts'

/** The source and the target branch of a merge request, with their projects. */
export interface Ends {
  readonly source: ProjectRecord
  readonly source_branch: string
  readonly target: ProjectRecord
  readonly target_branch: string
}

/**
 * Throws 422 where both branches are the same, and where the source project is neither the target nor a fork of it.
 * Some releases also allow other forks of the same network.
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

/** Whether two projects are in the same fork network. */
export function areInOneNetwork(store: Store, one: ProjectRecord, other: ProjectRecord): boolean {
  return rootOf(store, one).id === rootOf(store, other).id
}

/** Returns the root of a project's fork network. */
function rootOf(store: Store, project: ProjectRecord, seen: readonly number[] = []): ProjectRecord {
  const origin = store.projects.get(project.forked_from_project_id ?? 0)
  if (!origin || seen.includes(origin.id)) return project
  return rootOf(store, origin, [...seen, origin.id])
}

/** Throws 409 where an open merge request has the same branches. */
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

/** Returns the errors for branches that do not exist. */
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

/** The changed branches of a merge request. */
export type Branches = Partial<Pick<MergeRequestRecord, 'source_branch' | 'target_branch'>>

/** Returns the branches in a request that differ from the present ones. */
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
 * Returns the errors of changed branches, and throws 422 where both are the same.
 * The caller must be able to read the code of a new source branch: a merge request shows it to everyone who sees the
 * target project.
 */
export function changedBranchErrors(context: MergeRequestContext, branches: Branches) {
  if (Object.keys(branches).length === 0) return {}
  const ends = endsOf(context, { ...context.mergeRequest, ...branches })
  if (branches.source_branch !== undefined) context.viewer.must('download_code', ends.source)
  checkRelated(context, ends)
  const errors = Object.entries(branchErrors(context.store, ends))
  return Object.fromEntries(errors.filter(([name]) => Object.hasOwn(branches, name)))
}

/** Returns the branches of a merge request with their projects. Throws 422 where the fork was removed. */
export function endsOf(context: Context, mergeRequest: MergeRequestRecord): Ends {
  const { source_project_id, source_branch, target_project_id, target_branch } = mergeRequest
  const source = context.store.projects.get(source_project_id)
  if (!source) throw failedValidation('Source project no longer exists')
  const target = existingProject(context, target_project_id)
  return { source, source_branch, target, target_branch }
}
