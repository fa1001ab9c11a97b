import { refused } from '../../../contract/errors.ts'
import type { ObjectDatabase } from '../../../git/objects/database.ts'
import type { GitObject, ObjectId } from '../../../git/objects/objects.ts'
import type { ReferenceUpdate } from '../../../git/protocol/push-request.ts'
import { checkReferenceName } from '../../../git/reference-name.ts'
import { hasBranches, listBranches } from '../../../git/repository.ts'
import { level } from '../../access/abilities.ts'
import {
  allowsForcePush,
  canCreateTag,
  canDeleteTag,
  canMerge,
  canPush,
  isProtected,
  isProtectedTag,
} from '../../access/protection.ts'
import type { ProjectContext } from '../context.ts'
import { firstBranchProtection, hasDevelopers } from '../groups/branch-protection.ts'
import { pathWithNamespace } from '../lookups.ts'
import { isForward, isInHistoryOf, repositoryOf } from './repositories.ts'

/**
 * The errors of ref updates, as in GitLab 18 (lib/gitlab/checks). Each check below throws a 400 with one of them. The
 * API makes the same checks for the branches and tags that it creates, moves and deletes.
 */

const MAY_NOT_PUSH = 'You are not allowed to push code to this project.'
const MAY_NOT_DELETE =
  'You are not allowed to delete protected branches from this project. ' +
  'Only a project maintainer or owner can delete a protected branch.'
const MAY_NOT_DELETE_TAG =
  'You are not allowed to delete protected tags from this project. ' +
  'Only a project maintainer or owner can delete a protected tag.'

/** Throws 400 where the caller may not create a branch at a commit. */
export function checkBranchCreation(
  context: ProjectContext,
  name: string,
  id: ObjectId,
  isByGit = false,
): void {
  const { store, project } = context
  if (/^[0-9a-f]{40}(?:-?\/|$)/i.test(name)) {
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
  if (isOfProtected && isByGit) {
    throw refused('You can only create protected branches using the web interface and API.')
  }
  if (isOfProtected) return
  throw refused(
    'You can only use an existing protected branch ref as the basis of a new protected branch.',
  )
}

/** Throws 400 for the default branch, and for a protected one unless the caller is a maintainer. */
export function checkBranchDeletion(context: ProjectContext, name: string, isByGit = false): void {
  const { store, project } = context
  if (name === repositoryOf(store, project).head) {
    throw refused('The default branch of a project cannot be deleted.')
  }
  if (!isProtected(store, project, name)) return
  if (!isMaintainer(context)) throw refused(MAY_NOT_DELETE)
  if (isByGit) throw refused('You can only delete protected branches using the web interface.')
}

function isMaintainer({ viewer, project }: ProjectContext): boolean {
  return viewer.isAdmin || viewer.projectLevel(project) >= level.master
}

/** Throws 400 where the caller may not create a tag. */
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

/** The error for creating a protected tag without permission. */
export const PROTECTED_TAG = 'You are not allowed to create this tag as it is protected.'

/**
 * Throws 400 for an update of a branch or a tag that a push may not make.
 * @param objects - the objects of the repository together with those of the push.
 */
export function checkReferenceUpdate(
  context: ProjectContext,
  update: ReferenceUpdate,
  objects: ObjectDatabase,
): void {
  const { ref } = update
  if (ref.startsWith('refs/heads/')) {
    checkBranchUpdate(context, ref.slice('refs/heads/'.length), update, objects)
  } else {
    if (!context.viewer.can('push_code', context.project)) mayNotPush()
    if (ref.startsWith('refs/tags/'))
      checkTagUpdate(context, ref.slice('refs/tags/'.length), update)
  }
}

/** The maximum size of a file (`file_size_limit_mb` of the limits of a plan). */
const MAX_FILE_MEBIBYTES = 100
const MEBIBYTE = 2 ** 20

/**
 * Throws 400 where a push contains a file that is too large.
 * @param pushed - the objects of the push alone.
 */
export function checkFileSizes({ addresses }: ProjectContext, pushed: Iterable<GitObject>): void {
  const large = [...pushed].flatMap((object) =>
    object.type === 'blob' && object.bytes.length > MAX_FILE_MEBIBYTES * MEBIBYTE ? object : [],
  )
  if (large.length === 0) return
  const help = `${addresses.origin}/help`
  throw refused(
    [
      `You are attempting to check in one or more blobs which exceed the ${MAX_FILE_MEBIBYTES}MiB limit:`,
      '',
      ...large.map(({ id, bytes }) => `- ${id} (${Math.round(bytes.length / MEBIBYTE)} MB)`),
      'To resolve this error, you must either reduce the size of the above blobs, or utilize LFS.',
      'You may use "git ls-tree -r HEAD | grep $BLOB_ID" to see the file path.',
      `Please refer to ${help}/user/free_push_limit.md and`,
      `${help}/administration/settings/account_and_limit_settings.md`,
      'for further information.',
    ].join('\n'),
  )
}

function mayNotPush(): never {
  throw refused(MAY_NOT_PUSH)
}

function checkBranchUpdate(
  context: ProjectContext,
  name: string,
  { before, after }: ReferenceUpdate,
  objects: ObjectDatabase,
): void {
  const { store, viewer, project } = context
  if (!viewer.can('push_code', project) && !canPush(context, project, name)) mayNotPush()
  const isEmpty = !hasBranches(repositoryOf(store, project))
  if (after === undefined) checkBranchDeletion(context, name, true)
  else if (isEmpty) checkFirstBranch(context)
  else if (before === undefined) checkBranchCreation(context, name, after, true)
  else checkBranchMove(context, name, !isForward(objects, before, after))
}

function checkBranchMove(context: ProjectContext, name: string, isForced: boolean): void {
  const { store, project } = context
  if (isForced && !allowsForcePush(store, project, name)) {
    throw refused('You are not allowed to force push code to a protected branch on this project.')
  }
  if (canPush(context, project, name)) return
  throw refused('You are not allowed to push code to protected branches on this project.')
}

/** Whether the caller may create the first branch of the project (app/models/protected_branch.rb). */
export function canPushFirst(context: ProjectContext): boolean {
  const { allowed_to_push, developer_can_initial_push } = firstBranchProtection(
    context,
    context.project,
  )
  const isOpen = hasDevelopers(allowed_to_push) || developer_can_initial_push === true
  return isOpen || isMaintainer(context)
}

/** Protects the default branch of an empty repository before it exists (`default_branch_protection`). */
function checkFirstBranch(context: ProjectContext): void {
  const { store, project, addresses } = context
  if (canPushFirst(context)) return
  const path = pathWithNamespace(context, project)
  const { head } = repositoryOf(store, project)
  throw refused(
    [
      `A default branch (e.g. ${head}) does not yet exist for ${path}`,
      'Ask a project Owner or Maintainer to create a default branch:',
      '',
      `  ${addresses.origin}/${path}/-/project_members`,
    ].join('\n'),
  )
}

function checkTagUpdate(
  context: ProjectContext,
  name: string,
  { before, after }: ReferenceUpdate,
): void {
  const { store, project } = context
  const isThere = before !== undefined
  if (isThere && !context.viewer.can('push_code', project)) {
    throw refused('You are not allowed to change existing tags on this project.')
  }
  if (after !== undefined && (checkReferenceName(name) || name.startsWith('refs/tags/'))) {
    throw refused('You cannot create a tag with a prohibited pattern.')
  }
  if (after === undefined) {
    if (!isProtectedTag(store, project, name)) return
    if (!canDeleteTag(context, project, name)) throw refused(MAY_NOT_DELETE_TAG)
    throw refused('You can only delete protected tags using the web interface.')
  }
  if (!isThere) checkTagCreation(context, name)
  else if (isProtectedTag(store, project, name)) throw refused('Protected tags cannot be updated.')
}
