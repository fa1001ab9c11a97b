import { invalid, refused } from '../../../contract/errors.ts'
import { type CommitAction, commitActions } from '../../../git/commit.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import { branchHead, branchReference, hasBranches } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { checkPush, push } from './push.ts'
import { isInvalidName } from './reference-names.ts'
import { repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** The branch, message and author of a commit in a request. */
export interface CommitAttributes {
  readonly branch_name: string
  readonly commit_message: string
  /** The name of the author. The author is the caller unless both a name and an e-mail address are given. */
  readonly author_name?: string | undefined
  readonly author_email?: string | undefined
}

/** Returns the author as in GitLab 18: a name or an e-mail address in the request replaces only that of the caller. */
export function authorOf(
  { viewer }: Context,
  { author_name, author_email }: Pick<CommitAttributes, 'author_name' | 'author_email'>,
): Required<Pick<CommitAttributes, 'author_name' | 'author_email'>> {
  const { name, email } = viewer.signedIn()
  return { author_name: author_name || name, author_email: author_email || email }
}

/** The parent of a commit that is not made on top of its branch; undefined for a root commit. */
export interface CommitStart {
  readonly parent: ObjectId | undefined
}

/**
 * Throws 400 for a commit without a message, and for a branch that the caller may not push to or that is missing. Only
 * the first commit of a repository creates its branch.
 */
export function checkCommit(
  context: ProjectContext,
  { branch_name, commit_message }: CommitAttributes,
): void {
  const { store, project } = context
  checkPush(context, branch_name)
  if (commit_message.trim() === '') throw invalid({ commit_message: ["can't be blank"] })
  const repository = repositoryOf(store, project)
  if (branchHead(repository, branch_name) !== undefined) return
  if (hasBranches(repository) || isInvalidName(context, branch_name)) {
    throw refused('You can only create or edit files when you are on a branch')
  }
}

/**
 * Commits a list of actions on top of a branch, or on `start`, and pushes the commit. Throws a GitRefusal that names
 * the path at fault; then none of the actions is applied.
 */
export function commitToBranch(
  context: Context,
  project: ProjectRecord,
  { branch_name, commit_message, author_name, author_email }: CommitAttributes,
  actions: readonly CommitAction[],
  start: CommitStart = { parent: branchHead(repositoryOf(context.store, project), branch_name) },
): GitCommit {
  const committer = callerSignature(context)
  const commit = commitActions(context.store.objects, {
    ...start,
    actions,
    message: commit_message,
    author:
      author_name && author_email
        ? { ...committer, name: author_name, email: author_email }
        : committer,
    committer,
    mayBeEmpty: context.release.commitsWithoutChange,
  })
  push(context, project, branchReference(branch_name), commit.id)
  const made = { project, branch: branch_name, commit }
  applyConsequences(context.consequences.committed, context, made)
  return commit
}
