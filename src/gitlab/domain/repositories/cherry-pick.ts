import { notFound, refused } from '../../../contract/errors.ts'
import { cherryPick } from '../../../git/merge/merge.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchHead, branchReference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { existingBranch } from './branches.ts'
import { checkPush, push } from './push.ts'
import { repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** Throws 404 where there is no such branch, and 400 where the caller may not push to it. */
export function checkCherryPick(context: ProjectContext, branch: string): void {
  existingBranch(context, branch)
  checkPush(context, branch)
}

/**
 * Repeats a commit on top of a branch, with its author and message. Throws 400 on a conflict and for
 * a change that is there already.
 */
export function cherryPickToBranch(
  context: Context,
  project: ProjectRecord,
  picked: GitCommit,
  branch: string,
): GitCommit {
  const { store, consequences } = context
  const onto = branchHead(repositoryOf(store, project), branch)
  if (onto === undefined) throw notFound('Branch')
  const committer = callerSignature(context)
  const outcome = cherryPick(store.objects, picked.id, onto, { committer })
  if (outcome.kind !== 'picked') {
    throw refused(
      'Sorry, we cannot cherry-pick this commit automatically. It may have already been ' +
        'cherry-picked, or a more recent commit may have updated some of its content.',
    )
  }
  const { commit } = outcome
  push(context, project, branchReference(branch), commit.id)
  applyConsequences(consequences.committed, context, { project, branch, commit })
  return commit
}
