import { refused } from '../../../contract/errors.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { listBranches } from '../../../git/repository.ts'
import { level } from '../../access/abilities.ts'
import { canCreateTag, canMerge, canPush, isProtected } from '../../access/protection.ts'
import type { ProjectContext } from '../context.ts'
import { isInHistoryOf, repositoryOf } from './repositories.ts'

/** What a server that takes a push checks of its refs, in the words of GitLab 18 (lib/gitlab/checks). */

const MAY_NOT_DELETE =
  'You are not allowed to delete protected branches from this project. ' +
  'Only a project maintainer or owner can delete a protected branch.'

/** Throws 400 for a branch that the caller may not create where a commit is. */
export function checkBranchCreation(context: ProjectContext, name: string, id: ObjectId): void {
  const { store, project } = context
  if (/^[0-9a-f]{40}$/i.test(name)) {
    throw refused('You cannot create a branch with a 40-character hexadecimal branch name.')
  }
  if (!isProtected(store, project, name) || canPush(context, project, name)) return
  if (!canMerge(context, project, name)) {
    throw refused('You are not allowed to create protected branches on this project.')
  }
  const isOfProtected = listBranches(repositoryOf(store, project)).some(
    (branch) =>
      isProtected(store, project, branch.name) && isInHistoryOf(store, project, branch.id, id),
  )
  if (isOfProtected) return
  throw refused(
    'You can only use an existing protected branch ref as the basis of a new protected branch.',
  )
}

/** Throws 400 for the default branch, and below maintainer for a protected one. */
export function checkBranchDeletion(context: ProjectContext, name: string): void {
  const { store, viewer, project } = context
  if (name === repositoryOf(store, project).head) {
    throw refused('The default branch of a project cannot be deleted.')
  }
  const isMaintainer = viewer.isAdmin || viewer.projectLevel(project) >= level.master
  if (isProtected(store, project, name) && !isMaintainer) throw refused(MAY_NOT_DELETE)
}

/** Throws 400 for a tag that the caller may not create. */
export function checkTagCreation(context: ProjectContext, name: string): void {
  const { store, project } = context
  if (name === repositoryOf(store, project).head) {
    throw refused('You cannot use default branch name to create a tag')
  }
  if (/^[0-9a-f]{40}/i.test(name)) {
    throw refused('You cannot create a tag with a SHA-1 or SHA-256 tag name.')
  }
  if (!canCreateTag(context, project, name)) throw refused(PROTECTED_TAG)
}

/** What whoever is answered who may not create a protected tag. */
export const PROTECTED_TAG = 'You are not allowed to create this tag as it is protected.'
