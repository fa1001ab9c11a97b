import { notAllowed, notFound } from '../../../contract/errors.ts'
import { putObject } from '../../../git/objects/database.ts'
import { type GitCommit, makeTag, type ObjectId } from '../../../git/objects/objects.ts'
import { checkReferenceName, conflictingReference } from '../../../git/reference-name.ts'
import { type Reference, tagReference, tagTarget } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context, ProjectContext } from '../context.ts'
import { push } from './push.ts'
import { createRelease, releaseOf } from './releases.ts'
import { findCommit, repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** A tag by its name; throws 404 where there is none. */
export function existingTag({ store, project }: ProjectContext, name: string): Reference {
  const id = tagTarget(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Tag')
  return { name, id }
}

/** The commit that a new tag names; every failure is a 405 that explains itself. */
export function checkNewTag(
  { store, project }: ProjectContext,
  name: string,
  revision: string,
): GitCommit {
  if (checkReferenceName(name)) throw notAllowed('Tag name invalid')
  const repository = repositoryOf(store, project)
  if (tagTarget(repository, name)) throw notAllowed(`Tag ${name} already exists`)
  const conflicting = conflictingReference(repository, tagReference(name))
  if (conflicting) throw notAllowed(`Tag ${name} is in the way of ${conflicting}`)
  const commit = findCommit(store, project, revision)
  if (!commit) throw notAllowed(`Target ${revision} is invalid`)
  return commit
}

/** What a new tag carries: a message makes it an annotated one. */
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

/** The release goes with its tag. */
export function removeTag(context: Context, project: ProjectRecord, name: string): void {
  push(context, project, tagReference(name), undefined)
  const release = releaseOf(context.store, project, name)
  if (release) context.store.releases.remove(release)
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
