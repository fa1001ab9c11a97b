import { notFound } from '../../../contract/errors.ts'
import type { ProtectedBranchRecord } from '../../../store/models/protected-branch.ts'
import { protectionOf } from '../../access/protection.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  changeProtection,
  createProtection,
  removeProtection,
} from '../../domain/repositories/branches.ts'
import { protectedBranch } from '../../resources/v4/protection.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Protected branches. */
export const protectedBranches = {
  listProtectedBranches({ store, viewer, project }, { search }) {
    viewer.must('download_code', project)
    const wanted = (search ?? '').toLowerCase()
    const all = store.protectedBranches.by('project_id', project.id)
    const found = all.filter(({ name }) => name.toLowerCase().includes(wanted))
    return list(found, protectedBranch)
  },

  getProtectedBranch(context, { name }) {
    context.viewer.must('download_code', context.project)
    return protectedBranch(existingProtection(context, name))
  },

  createProtectedBranch(context, { name, ...levels }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    return protectedBranch(createProtection(context, project, name, levels))
  },

  /** Updates a protection; omitted settings stay as they are. */
  updateProtectedBranch(context, { name, ...changes }) {
    context.viewer.must('admin_project', context.project)
    return protectedBranch(changeProtection(context, existingProtection(context, name), changes))
  },

  deleteProtectedBranch(context, { name }) {
    context.viewer.must('admin_project', context.project)
    const protection = existingProtection(context, name)
    mustBeUnmodified(context, protection.updated_at)
    removeProtection(context, protection)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Protected branches'>

function existingProtection(
  { store, project }: ProjectContext,
  name: string,
): ProtectedBranchRecord {
  const protection = protectionOf(store, project, name)
  if (!protection) throw notFound()
  return protection
}
