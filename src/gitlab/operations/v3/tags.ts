import { notAllowed } from '../../../contract/errors.ts'
import { listTags } from '../../../git/repository.ts'
import {
  changeRelease,
  checkNewRelease,
  createRelease,
  existingRelease,
} from '../../domain/repositories/releases.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import {
  createTag,
  existingTag,
  removeTag,
  targetOfNewTag,
} from '../../domain/repositories/tags.ts'
import { releaseResource, tagInList, tagResource } from '../../resources/v3/tag.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Tags. */
export const tags = {
  /** Lists tags in reverse alphabetical order. */
  listTags(context) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return list(listTags(repositoryOf(store, project)).reverse(), (tag) =>
      tagInList(tag, project, context),
    )
  },

  getTag(context, { tag_name }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    return tagResource(existingTag(context, tag_name), project, context)
  },

  /** Creates a tag. All errors are 405 with a message. */
  createTag(context, { tag_name, ref, ...texts }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    const target = targetOfNewTag(context, tag_name, ref)
    if (typeof target === 'string') throw notAllowed(target)
    const tag = createTag(context, project, tag_name, target, texts)
    return tagInList(tag, project, context)
  },

  /** Deletes a tag and its release. */
  deleteTag(context, { tag_name }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    existingTag(context, tag_name)
    removeTag(context, project, tag_name)
    return { tag_name }
  },

  createRelease(context, { tag_name, description }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    existingTag(context, tag_name)
    checkNewRelease(context, tag_name)
    return releaseResource(createRelease(context, project, { tag_name, description }))
  },

  updateRelease(context, { tag_name, description }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    existingTag(context, tag_name)
    const release = existingRelease(context, tag_name)
    return releaseResource(changeRelease(context, release, { description }))
  },
} satisfies OperationsOf<'v3', 'Tags'>
