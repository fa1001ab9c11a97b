import { conflict, notAllowed, notFound } from '../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { push } from '../domain/repositories/push.ts'
import { findCommit, repositoryOf } from '../domain/repositories/repositories.ts'
import { callerSignature } from '../domain/repositories/signatures.ts'
import { putObject } from '../git/database.ts'
import { type GitCommit, makeTag, type ObjectId } from '../git/objects.ts'
import { checkReferenceName, conflictingReference } from '../git/reference-name.ts'
import { listTags, type Reference, tagReference, tagTarget } from '../git/repository.ts'
import { releaseOf, releaseResource, tagInList, tagResource } from '../resources/tag.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

/** Document 3, Tags and releases. */
export const tags = {
  /** In reverse alphabetical order of the names. */
  listTags(context) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return list(listTags(repositoryOf(store, project)).reverse(), (tag) =>
      tagInList(tag, project, context),
    )
  },

  getTag(context, { tag_name }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return tagResource(existingTag(store, project, tag_name), project, context)
  },

  /** Every failure is a 405 that explains itself. */
  createTag(context, { tag_name, ref, message, release_description }) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    if (checkReferenceName(tag_name)) throw notAllowed('Tag name invalid')
    const repository = repositoryOf(store, project)
    if (tagTarget(repository, tag_name)) throw notAllowed(`Tag ${tag_name} already exists`)
    const conflicting = conflictingReference(repository, tagReference(tag_name))
    if (conflicting) throw notAllowed(`Tag ${tag_name} is in the way of ${conflicting}`)
    const commit = findCommit(store, project, ref)
    if (!commit) throw notAllowed(`Target ${ref} is invalid`)
    const id = message ? annotatedTag(context, tag_name, commit, message) : commit.id
    push(context, project, tagReference(tag_name), id)
    if (release_description) {
      store.releases.insert({ project_id: project.id, tag_name, description: release_description })
    }
    return tagInList({ name: tag_name, id }, project, context)
  },

  /** The release goes with its tag. */
  deleteTag(context, { tag_name }) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    existingTag(store, project, tag_name)
    push(context, project, tagReference(tag_name), undefined)
    const release = releaseOf(store, project, tag_name)
    if (release) store.releases.remove(release)
    return { tag_name }
  },

  createRelease({ store, viewer, project }, { tag_name, description }) {
    viewer.must('push_code', project)
    existingTag(store, project, tag_name)
    if (releaseOf(store, project, tag_name)) throw conflict('Release already exists')
    return releaseResource(store.releases.insert({ project_id: project.id, tag_name, description }))
  },

  updateRelease({ store, viewer, project }, { tag_name, description }) {
    viewer.must('push_code', project)
    existingTag(store, project, tag_name)
    const release = releaseOf(store, project, tag_name)
    if (!release) throw notFound('Release')
    return releaseResource(store.releases.replace(release, { description }))
  },
} satisfies OperationsOf<'Tags'>

function existingTag(store: Store, project: ProjectRecord, name: string): Reference {
  const id = tagTarget(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Tag')
  return { name, id }
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
