import { invalid, refused } from '../../contract/errors.ts'
import { commitActions } from '../../git/commit.ts'
import type { GitCommit } from '../../git/objects.ts'
import { checkReferenceName } from '../../git/reference-name.ts'
import { branchHead, branchReference, listBranches } from '../../git/repository.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { type RequestedAction, readAction } from './actions.ts'
import { push } from './push.ts'
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
 * Throws 400 for a commit without a message, and on a branch that is not there: only the first commit
 * of a repository creates its branch.
 */
export function checkCommit(
  { store, project }: ProjectContext,
  { branch_name, commit_message }: CommitAttributes,
): void {
  if (commit_message.trim() === '') throw invalid({ commit_message: ["can't be blank"] })
  const repository = repositoryOf(store, project)
  if (branchHead(repository, branch_name) !== undefined) return
  if (listBranches(repository).length > 0 || checkReferenceName(branch_name)) {
    throw refused('You can only create or edit files when you are on a branch')
  }
}

/**
 * Commits a list of actions on top of a branch and pushes it: all of them or, with a GitRefusal that
 * names the path at fault, none.
 */
export function commitToBranch(
  context: Context,
  project: ProjectRecord,
  { branch_name, commit_message, author_name, author_email }: CommitAttributes,
  actions: readonly RequestedAction[],
): GitCommit {
  const committer = callerSignature(context)
  const commit = commitActions(context.store.objects, {
    parent: branchHead(repositoryOf(context.store, project), branch_name),
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
  const made = { project, branch: branch_name, commit }
  applyConsequences(context.consequences.committed, context, made)
  return commit
}
