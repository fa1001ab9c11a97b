import { notFound } from '../../../contract/errors.ts'
import type { ProtectedTagRecord } from '../../../store/models/protected-tag.ts'
import { tagProtectionOf } from '../../access/protection.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { createTagProtection, removeTagProtection } from '../../domain/repositories/tags.ts'
import { protectedTag } from '../../resources/v4/protection.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Protected tags. */
export const protectedTags = {
  listProtectedTags({ store, viewer, project }) {
    viewer.must('admin_project', project)
    return list(store.protectedTags.by('project_id', project.id), protectedTag)
  },

  getProtectedTag(context, { name }) {
    return protectedTag(protectionToManage(context, name))
  },

  createProtectedTag(context, { name, create_access_level }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    return protectedTag(createTagProtection(context, project, name, create_access_level))
  },

  deleteProtectedTag(context, { name }) {
    const protection = protectionToManage(context, name)
    mustBeUnmodified(context, protection.updated_at)
    removeTagProtection(context, protection)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Protected tags'>

function protectionToManage(
  { store, viewer, project }: ProjectContext,
  name: string,
): ProtectedTagRecord {
  viewer.must('admin_project', project)
  const protection = tagProtectionOf(store, project, name)
  if (!protection) throw notFound()
  return protection
}
