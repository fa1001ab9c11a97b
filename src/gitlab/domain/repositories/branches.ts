import {
  branchInTheWay,
  notAllowed,
  notFound,
  refused,
  unknownBranchStart,
} from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { checkReferenceName, conflictingReference } from '../../../git/reference-name.ts'
import {
  branchHead,
  branchReference,
  listBranches,
  type Reference,
} from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { isProtected, protectionOf } from '../../access/protection.ts'
import { omitUndefined } from '../changes.ts'
import type { Context, ProjectContext } from '../context.ts'
import { push, pushAll } from './push.ts'
import { findCommit, isInHistoryOf, repositoryOf } from './repositories.ts'

/** A branch by its name; throws 404 where there is none. */
export function existingBranch({ store, project }: ProjectContext, name: string): Reference {
  const id = branchHead(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Branch')
  return { name, id }
}

/** As `existingBranch`; throws 400 for a name that no branch can have. */
export function namedBranch(context: ProjectContext, name: string): Reference {
  if (checkReferenceName(name)) throw refused('The branch refname is invalid')
  return existingBranch(context, name)
}

/** The commit that a new branch starts from; throws 400 where the branch cannot be created. */
export function checkNewBranch(
  { store, project }: ProjectContext,
  name: string,
  revision: string,
): GitCommit {
  if (checkReferenceName(name)) throw refused('Branch name is invalid')
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

/** Throws 405 for the default branch and for protected branches, whoever asks. */
export function checkBranchRemoval({ store, project }: ProjectContext, name: string): void {
  if (name === repositoryOf(store, project).head) throw notAllowed('Cannot remove HEAD branch')
  if (isProtected(store, project, name)) throw notAllowed("Protected branch can't be removed")
}

export function removeBranch(context: Context, project: ProjectRecord, name: string): void {
  push(context, project, branchReference(name), undefined)
}

/** Removes every branch that is merged into the default branch, but for the protected ones. */
export function removeMergedBranches(context: Context, project: ProjectRecord): void {
  const { store } = context
  const merged = listBranches(repositoryOf(store, project)).filter(
    ({ name, id }) => !isProtected(store, project, name) && isMergedIntoDefault(store, project, id),
  )
  const moves = merged.map(({ name }) => ({ ref: branchReference(name), after: undefined }))
  pushAll(context, project, moves)
}

/**
 * Whether the default branch has everything of a branch. One that stands where the default branch
 * stands has nothing to merge and counts as not merged, as in GitLab 8.15: so does the default
 * branch itself, and a branch that was just created.
 */
export function isMergedIntoDefault(store: Store, project: ProjectRecord, tip: string): boolean {
  const repository = repositoryOf(store, project)
  const target = branchHead(repository, repository.head)
  return target !== undefined && target !== tip && isInHistoryOf(store, project, target, tip)
}

/** What developers may do to a protected branch; what is not given stays as it is. */
export interface ProtectionFlags {
  readonly developers_can_push?: boolean | undefined
  readonly developers_can_merge?: boolean | undefined
}

export function protectBranch(
  { store, now }: Pick<Context, 'store' | 'now'>,
  project: ProjectRecord,
  name: string,
  { developers_can_push, developers_can_merge }: ProtectionFlags,
): void {
  const flags = omitUndefined({ developers_can_push, developers_can_merge, updated_at: now })
  const protection = protectionOf(store, project, name)
  if (protection) store.protectedBranches.replace(protection, flags)
  else store.protectedBranches.insert({ project_id: project.id, name, ...flags })
}

export function unprotectBranch({ store }: Context, project: ProjectRecord, name: string): void {
  const protection = protectionOf(store, project, name)
  if (protection) store.protectedBranches.remove(protection)
}
