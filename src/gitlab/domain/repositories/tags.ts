import { failedValidation, notFound } from '../../../contract/errors.ts'
import { putObject, readCommit } from '../../../git/objects/database.ts'
import { type GitCommit, makeTag, type ObjectId } from '../../../git/objects/objects.ts'
import { conflictingReference } from '../../../git/reference-name.ts'
import { type Reference, tagReference, tagTarget } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ProtectedTagRecord } from '../../../store/models/protected-tag.ts'
import type { Store } from '../../../store/store.ts'
import { tagProtectionOf } from '../../access/protection.ts'
import type { Context, ProjectContext } from '../context.ts'
import { push } from './push.ts'
import { isInvalidName } from './reference-names.ts'
import { createRelease, releaseOf, withdrawRelease } from './releases.ts'
import { findCommit, repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** Returns a tag by name. Throws 404 where it is missing. */
export function existingTag({ store, project }: ProjectContext, name: string): Reference {
  const id = tagTarget(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Tag')
  return { name, id }
}

/**
 * Returns the commit of a tag. A tag can name any object, but the forge creates none that does not lead to a commit.
 */
export function commitOfTag({ objects }: Store, { id, name }: Reference): GitCommit {
  const commit = peelToCommit(objects, id)
  if (commit === undefined) throw new Error(`The tag ${name} does not lead to a commit.`)
  return readCommit(objects, commit)
}

/** Returns the commit that a new tag points to, or the error message where the tag cannot be created. */
export function targetOfNewTag(
  context: ProjectContext,
  name: string,
  revision: string,
): GitCommit | string {
  const { store, project } = context
  if (isInvalidName(context, name)) return 'Tag name invalid'
  const repository = repositoryOf(store, project)
  if (tagTarget(repository, name)) return `Tag ${name} already exists`
  const conflicting = conflictingReference(repository, tagReference(name))
  if (conflicting) return `Tag ${name} is in the way of ${conflicting}`
  return findCommit(store, project, revision) ?? `Target ${revision} is invalid`
}

/** The texts of a new tag: a message makes it an annotated one. */
export interface TagTexts {
  readonly message?: string | null | undefined
  readonly release_description?: string | null | undefined
}

export function createTag(
  context: Context,
  project: ProjectRecord,
  name: string,
  commit: GitCommit,
  { message, release_description }: TagTexts = {},
): Reference {
  const id = message ? annotatedTag(context, name, commit, message) : commit.id
  push(context, project, tagReference(name), id)
  if (release_description) {
    createRelease(context, project, { tag_name: name, description: release_description })
  }
  return { name, id }
}

/** Removes a tag and its release. */
export function removeTag(context: Context, project: ProjectRecord, name: string): void {
  push(context, project, tagReference(name), undefined)
  const release = releaseOf(context.store, project, name)
  if (release) withdrawRelease(context, release)
}

function annotatedTag(
  context: Context,
  name: string,
  commit: GitCommit,
  message: string,
): ObjectId {
  const tagger = callerSignature(context)
  const tag = makeTag({ target: commit.id, targetType: 'commit', name, tagger, message })
  return putObject(context.store.objects, tag)
}

/** Protects a tag, or all tags that match a wildcard. Throws 422 where it is already protected. */
export function createTagProtection(
  { store, now }: Pick<Context, 'store' | 'now'>,
  project: ProjectRecord,
  name: string,
  create_access_level: ProtectedTagRecord['create_access_level'],
): ProtectedTagRecord {
  if (name.trim() === '') throw failedValidation("Name can't be blank")
  if (tagProtectionOf(store, project, name)) throw failedValidation('Name has already been taken')
  return store.protectedTags.insert({
    project_id: project.id,
    name,
    create_access_level,
    updated_at: now,
  })
}

export function removeTagProtection({ store }: Context, protection: ProtectedTagRecord): void {
  store.protectedTags.remove(protection)
}
