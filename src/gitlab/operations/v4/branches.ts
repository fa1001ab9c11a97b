import { readCommit } from '../../../git/objects/database.ts'
import { listBranches } from '../../../git/repository.ts'
import {
  checkNewBranch,
  createBranch,
  namedBranch,
  protectBranch,
  removeBranch,
  removeMergedBranches,
  unprotectBranch,
} from '../../domain/repositories/branches.ts'
import { timeOf } from '../../domain/repositories/commit-text.ts'
import { createFirstBranch } from '../../domain/repositories/first-branch.ts'
import { checkBranchCreation, checkBranchDeletion } from '../../domain/repositories/push-checks.ts'
import { selectReferences } from '../../domain/repositories/reference-lists.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { branchResource } from '../../resources/v4/branch.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { mustInRepository } from './enabled-repository.ts'
import { afterPageToken } from './page-token.ts'

/** The operations of the tag Branches. */
export const branches = {
  listBranches(context, { search, regex, sort, page_token }) {
    const { store, project } = context
    mustInRepository(context, 'download_code')
    const found = selectReferences(store, listBranches(repositoryOf(store, project)), {
      search,
      regex,
      orderBy: sort === 'name_asc' ? 'name' : 'updated',
      isDescending: sort === 'updated_desc',
    })
    return list(afterPageToken(found, page_token) ?? [], (branch) =>
      branchResource(branch, project, context),
    )
  },

  getBranch(context, { branch }) {
    const { project } = context
    mustInRepository(context, 'download_code')
    return branchResource(namedBranch(context, branch), project, context)
  },

  /** Creates a branch. In an empty repository the default branch is created first. */
  createBranch(context, { branch: name, ref }) {
    const { project } = context
    mustInRepository(context, 'push_code')
    createFirstBranch(context)
    const { id } = checkNewBranch(context, name, ref)
    checkBranchCreation(context, name, id)
    createBranch(context, project, { name, id })
    return branchResource({ name, id }, project, context)
  },

  deleteBranch(context, { branch }) {
    const { store, project } = context
    mustInRepository(context, 'push_code')
    const { author } = readCommit(store.objects, namedBranch(context, branch).id)
    mustBeUnmodified(context, timeOf(author))
    checkBranchDeletion(context, branch)
    removeBranch(context, project, branch)
    return undefined
  },

  /** Protects a branch; omitted settings stay as they are. */
  protectBranch(context, { branch, ...flags }) {
    const { project } = context
    mustInRepository(context, 'admin_project')
    const existing = namedBranch(context, branch)
    protectBranch(context, project, branch, flags)
    return branchResource(existing, project, context)
  },

  unprotectBranch(context, { branch }) {
    const { project } = context
    mustInRepository(context, 'admin_project')
    const existing = namedBranch(context, branch)
    unprotectBranch(context, project, branch)
    return branchResource(existing, project, context)
  },

  deleteMergedBranches(context) {
    const { project } = context
    mustInRepository(context, 'push_code')
    removeMergedBranches(context, project)
    return { message: '202 Accepted' }
  },
} satisfies OperationsOf<'v4', 'Branches'>
