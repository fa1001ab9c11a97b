import {
  branchInTheWay,
  conflict,
  failedValidation,
  notAllowed,
  notFound,
  refused,
  unknownBranchStart,
} from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { conflictingReference } from '../../../git/reference-name.ts'
import {
  branchHead,
  branchReference,
  listBranches,
  type Reference,
} from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ProtectedBranchRecord } from '../../../store/models/protected-branch.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import { isProtected, protectionOf } from '../../access/protection.ts'
import { omitUndefined } from '../changes.ts'
import type { Context, ProjectContext } from '../context.ts'
import { push, pushAll } from './push.ts'
import { isInvalidName } from './reference-names.ts'
import { findCommit, isInHistoryOf, repositoryOf } from './repositories.ts'

/** Returns a branch by name. Throws 404 where it is missing. */
export function existingBranch({ store, project }: ProjectContext, name: string): Reference {
  const id = branchHead(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Branch')
  return { name, id }
}

/** Does the same as `existingBranch`, and throws 400 for an invalid name. */
export function namedBranch(context: ProjectContext, name: string): Reference {
  if (isInvalidName(context, name)) throw refused('The branch refname is invalid')
  return existingBranch(context, name)
}

/** Returns the commit that a new branch starts from. Throws 400 where the branch cannot be created. */
export function checkNewBranch(context: ProjectContext, name: string, revision: string): GitCommit {
  const { store, project } = context
  if (isInvalidName(context, name)) throw refused('Branch name is invalid')
  const repository = repositoryOf(store, project)
  if (branchHead(repository, name)) throw refused('Branch already exists')
  const conflicting = conflictingReference(repository, branchReference(name))
  if (conflicting) throw branchInTheWay(name, conflicting)
  const commit = findCommit(store, project, revision)
  if (!commit) throw unknownBranchStart(name, revision)
  return commit
}

export function createBranch(
  context: Context,
  project: ProjectRecord,
  { name, id }: Reference,
): void {
  push(context, project, branchReference(name), id)
}

/** Throws 405 for the default branch and for protected branches, for every caller. */
export function checkBranchRemoval({ store, project }: ProjectContext, name: string): void {
  if (name === repositoryOf(store, project).head) throw notAllowed('Cannot remove HEAD branch')
  if (isProtected(store, project, name)) throw notAllowed("Protected branch can't be removed")
}

export function removeBranch(context: Context, project: ProjectRecord, name: string): void {
  push(context, project, branchReference(name), undefined)
}

/** Removes the branches that are merged into the default branch, except protected ones. */
export function removeMergedBranches(context: Context, project: ProjectRecord): void {
  const { store } = context
  const merged = listBranches(repositoryOf(store, project)).filter(
    ({ name, id }) => !isProtected(store, project, name) && isMergedIntoDefault(store, project, id),
  )
  const moves = merged.map(({ name }) => ({ ref: branchReference(name), after: undefined }))
  pushAll(context, project, moves)
}

/**
 * Whether a branch is merged into the default branch. As in GitLab 8.15, a branch with the same head (the default
 * branch itself or a new one) counts as not merged.
 */
export function isMergedIntoDefault(store: Store, project: ProjectRecord, tip: string): boolean {
  const repository = repositoryOf(store, project)
  const target = branchHead(repository, repository.head)
  return target !== undefined && target !== tip && isInHistoryOf(store, project, target, tip)
}

/** The settings of a protected branch in a request; omitted ones stay as they are. */
export interface ProtectionFlags {
  readonly developers_can_push?: boolean | undefined
  readonly developers_can_merge?: boolean | undefined
  readonly push_access_level?: ProtectedBranchRecord['push_access_level'] | undefined
  readonly merge_access_level?: ProtectedBranchRecord['merge_access_level'] | undefined
  readonly allow_force_push?: boolean | undefined
}

export function protectBranch(
  { store, now }: Pick<Context, 'store' | 'now'>,
  project: ProjectRecord,
  name: string,
  {
    developers_can_push,
    developers_can_merge,
    push_access_level,
    merge_access_level,
    allow_force_push,
  }: ProtectionFlags,
): void {
  const flags = omitUndefined({
    developers_can_push,
    developers_can_merge,
    push_access_level,
    merge_access_level,
    allow_force_push,
    updated_at: now,
  })
  const protection = protectionOf(store, project, name)
  if (protection) store.protectedBranches.replace(protection, flags)
  else store.protectedBranches.insert({ project_id: project.id, name, ...flags })
}

export function unprotectBranch({ store }: Context, project: ProjectRecord, name: string): void {
  const protection = protectionOf(store, project, name)
  if (protection) store.protectedBranches.remove(protection)
}

/** The access levels of a protected branch or wildcard, as `protectedLevel` returns them. */
export interface ProtectionLevels {
  readonly push_access_level: number
  readonly merge_access_level: number
  readonly allow_force_push: boolean
}

/** Protects a branch, or all branches that match a wildcard. Throws 409 where it is already protected. */
export function createProtection(
  { store, now }: Context,
  project: ProjectRecord,
  name: string,
  { push_access_level, merge_access_level, allow_force_push }: ProtectionLevels,
): ProtectedBranchRecord {
  if (name.trim() === '') throw failedValidation("Name can't be blank")
  if (protectionOf(store, project, name)) {
    throw conflict(`Protected branch '${name}' already exists`)
  }
  return store.protectedBranches.insert({
    project_id: project.id,
    name,
    developers_can_push: push_access_level === level.developer,
    developers_can_merge: merge_access_level === level.developer,
    push_access_level: levelAboveDevelopers(push_access_level),
    merge_access_level: levelAboveDevelopers(merge_access_level),
    allow_force_push,
    updated_at: now,
  })
}

/** Returns the access level for users above developers. */
function levelAboveDevelopers(given: number): 0 | 40 | 60 {
  if (given === 0 || given === 60) return given
  return 40
}

export function changeProtection(
  { store, now }: Context,
  protection: ProtectedBranchRecord,
  { allow_force_push }: Pick<ProtectionFlags, 'allow_force_push'>,
): ProtectedBranchRecord {
  const changes = omitUndefined({ allow_force_push, updated_at: now })
  return store.protectedBranches.replace(protection, changes)
}

export function removeProtection({ store }: Context, protection: ProtectedBranchRecord): void {
  store.protectedBranches.remove(protection)
}
