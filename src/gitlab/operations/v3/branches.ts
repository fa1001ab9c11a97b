import { listBranches } from '../../../git/repository.ts'
import {
  checkBranchRemoval,
  checkNewBranch,
  createBranch,
  existingBranch,
  protectBranch,
  removeBranch,
  removeMergedBranches,
  unprotectBranch,
} from '../../domain/repositories/branches.ts'
import { mustPush } from '../../domain/repositories/push.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { branchResource } from '../../resources/v3/branch.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Branches. */
export const branches = {
  listBranches(context) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return list(listBranches(repositoryOf(store, project)), (branch) =>
      branchResource(branch, project, context),
    )
  },

  getBranch(context, { branch }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    return branchResource(existingBranch(context, branch), project, context)
  },

  /** Protects a branch; omitted settings stay as they are. Returns 200 if it is already protected. */
  protectBranch(context, { branch, ...flags }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const existing = existingBranch(context, branch)
    protectBranch(context, project, branch, flags)
    return branchResource(existing, project, context)
  },

  /** Removes the protection of a branch. Returns 200 if it has none. */
  unprotectBranch(context, { branch }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const existing = existingBranch(context, branch)
    unprotectBranch(context, project, branch)
    return branchResource(existing, project, context)
  },

  createBranch(context, { branch_name: name, ref }) {
    const { project } = context
    mustPush(context, project, name)
    const { id } = checkNewBranch(context, name, ref)
    createBranch(context, project, { name, id })
    return branchResource({ name, id }, project, context)
  },

  /** Deletes a branch, except the default branch and protected ones, for every caller. */
  deleteBranch(context, { branch }) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    existingBranch(context, branch)
    checkBranchRemoval(context, branch)
    removeBranch(context, project, branch)
    return { branch_name: branch }
  },

  deleteMergedBranches(context) {
    const { viewer, project } = context
    viewer.must('push_code', project)
    removeMergedBranches(context, project)
    return null
  },
} satisfies OperationsOf<'v3', 'Branches'>
