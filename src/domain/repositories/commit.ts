import { invalid, refused } from '../../contract/errors.ts'
import { commitActions } from '../../git/commit.ts'
import type { GitCommit } from '../../git/objects.ts'
import { checkReferenceName } from '../../git/reference-name.ts'
import { branchHead, branchReference, listBranches } from '../../git/repository.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Context } from '../context.ts'
import { followCommitMessage } from '../issues/commit-message.ts'
import { type RequestedAction, readAction } from './actions.ts'
import { mustPush, push } from './push.ts'
import { repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** The words of a commit as requests have them. */
export interface CommitAttributes {
  readonly branch_name: string
  readonly commit_message: string
  /** The caller's where there is none. */
  readonly author_name?: string | undefined
  readonly author_email?: string | undefined
}

/**
 * Commits a list of actions on top of a branch and pushes it: all of them or, with a GitRefusal that
 * names the path at fault, none. Only the first commit of a repository makes its branch.
 */
export function commitToBranch(
  context: Context,
  project: ProjectRecord,
  attributes: CommitAttributes,
  actions: readonly RequestedAction[],
): GitCommit {
  const { branch_name, commit_message, author_name, author_email } = attributes
  mustPush(context, project, branch_name)
  if (commit_message.trim() === '') throw invalid({ commit_message: ["can't be blank"] })
  const repository = repositoryOf(context.store, project)
  const parent = branchHead(repository, branch_name)
  const isFirst = listBranches(repository).length === 0
  if (parent === undefined && (!isFirst || checkReferenceName(branch_name))) {
    throw refused('You can only create or edit files when you are on a branch')
  }
  const committer = callerSignature(context)
  const commit = commitActions(context.store.objects, {
    parent,
    actions: actions.map(readAction),
    message: commit_message,
    author: {
      ...committer,
      name: author_name || committer.name,
      email: author_email || committer.email,
    },
    committer,
  })
  push(context, project, branchReference(branch_name), commit.id)
  followCommitMessage(context, project, branch_name, commit)
  return commit
}
