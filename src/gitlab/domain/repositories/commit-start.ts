import { refused } from '../../../contract/errors.ts'
import { isAncestor } from '../../../git/history/ancestry.ts'
import { lastCommit } from '../../../git/history/history.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { conflictingReference } from '../../../git/reference-name.ts'
import { branchHead, branchReference, hasBranches } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { allowsForcePush } from '../../access/protection.ts'
import type { ProjectContext } from '../context.ts'
import type { CommitStart } from './commit.ts'
import { checkPush } from './push.ts'
import { canPushFirst, checkBranchCreation } from './push-checks.ts'
import { isInvalidName } from './reference-names.ts'
import { findCommit, repositoryOf } from './repositories.ts'

/** The branch of a new commit and its start, in a request. */
export interface RequestedStart {
  readonly branch: string
  /** The start; defaults to the branch itself. */
  readonly start_branch?: string | undefined
  readonly start_sha?: string | undefined
  /** The project of the start; defaults to the project itself. */
  readonly startProject?: ProjectRecord | undefined
  /** Whether to overwrite an existing branch with the new commit. */
  readonly force?: boolean | undefined
}

/**
 * Returns the start of a commit. Throws 400 where it is impossible, with the messages of GitLab 18
 * (Commits::CreateService).
 */
export function startOfCommit(context: ProjectContext, requested: RequestedStart): CommitStart {
  const { store, project } = context
  const { branch, start_sha, startProject = project, force } = requested
  const startBranch = requested.start_branch || branch
  checkPush(context, branch)
  const repository = repositoryOf(store, project)
  const head = branchHead(repository, branch)
  const isEmpty = !hasBranches(repository)
  const isElsewhere = start_sha !== undefined || startBranch !== branch || startProject !== project
  const parent =
    start_sha === undefined
      ? branchHead(repositoryOf(store, startProject), startBranch)
      : commitOfId(context, startProject, start_sha)
  if (parent === undefined && !isEmpty) {
    throw refused('You can only create or edit files when you are on a branch')
  }
  if (isEmpty && !canPushFirst(context)) {
    throw refused('You are not allowed to push into this branch')
  }
  if (head === undefined) checkNewBranchOfCommit(context, branch, parent)
  else if (isElsewhere) checkReplacement(context, branch, { head, parent, force })
  return { parent }
}

function commitOfId(context: ProjectContext, project: ProjectRecord, id: string): ObjectId {
  if (!/^[0-9a-f]{40}$/i.test(id)) throw refused(`Invalid start_sha '${id}'`)
  const commit = findCommit(context.store, project, id)
  if (!commit) throw refused(`Cannot find start_sha '${id}'`)
  return commit.id
}

function checkNewBranchOfCommit(
  context: ProjectContext,
  branch: string,
  parent: ObjectId | undefined,
): void {
  const repository = repositoryOf(context.store, context.project)
  if (isInvalidName(context, branch) || conflictingReference(repository, branchReference(branch))) {
    throw refused(
      `Something went wrong when we tried to create '${branch}' for you: Branch name is invalid`,
    )
  }
  if (parent !== undefined) checkBranchCreation(context, branch, parent)
}

/** Checks that an existing branch is only overwritten with `force`. */
function checkReplacement(
  { store, project }: ProjectContext,
  branch: string,
  {
    head,
    parent,
    force,
  }: {
    readonly head: ObjectId
    readonly parent: ObjectId | undefined
    readonly force: boolean | undefined
  },
): void {
  if (!force) {
    throw refused(
      `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
    )
  }
  const isForward = parent !== undefined && isAncestor(store.objects, head, parent)
  if (!isForward && !allowsForcePush(store, project, branch)) {
    throw refused('You are not allowed to force push code to a protected branch on this project.')
  }
}

/** Whether the last commit that changed a file differs from the one that the caller knows. */
export function hasChangedSince(
  { store }: ProjectContext,
  { parent }: CommitStart,
  path: string,
  lastCommitId: string | undefined,
): boolean {
  if (!lastCommitId || parent === undefined) return false
  return lastCommit(store.objects, parent, path)?.id !== lastCommitId
}
