import { forbidden, notFound, refused, unprocessable } from '../../../contract/errors.ts'
import { listTags } from '../../../git/repository.ts'
import { canDeleteTag } from '../../access/protection.ts'
import { timeOf } from '../../domain/repositories/commit-text.ts'
import { checkTagCreation } from '../../domain/repositories/push-checks.ts'
import { selectReferences } from '../../domain/repositories/reference-lists.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import {
  commitOfTag,
  createTag,
  existingTag,
  removeTag,
  targetOfNewTag,
} from '../../domain/repositories/tags.ts'
import { tagResource } from '../../resources/v4/tag.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { afterPageToken } from './page-token.ts'

/** The operations of the tag Tags. */
export const tags = {
  listTags(context, { order_by, sort, search, page_token }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const found = selectReferences(store, listTags(repositoryOf(store, project)), {
      search,
      orderBy: order_by,
      isDescending: sort === 'desc',
    })
    const page = afterPageToken(found, page_token)
    if (!page) throw unprocessable(`Invalid page token: refs/tags/${page_token}`)
    return list(page, (tag) => tagResource(tag, project, context))
  },

  getTag(context, { tag_name }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    return tagResource(existingTag(context, tag_name), project, context)
  },

  createTag(context, { tag_name, ref, message }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    const target = targetOfNewTag(context, tag_name, ref)
    if (typeof target === 'string') throw refused(target)
    checkTagCreation(context, tag_name)
    return tagResource(createTag(context, project, tag_name, target, { message }), project, context)
  },

  /** Deletes a tag and its release. */
  deleteTag(context, { tag_name }) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    const tag = existingTag(context, tag_name)
    if (!canDeleteTag(context, project, tag_name)) throw forbidden()
    mustBeUnmodified(context, timeOf(commitOfTag(store, tag).author))
    removeTag(context, project, tag_name)
    return undefined
  },

  /** Throws 404: Forgery has no signed tags. */
  getTagSignature(context, { tag_name }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    existingTag(context, tag_name)
    throw notFound('Signature')
  },
} satisfies OperationsOf<'v4', 'Tags'>
