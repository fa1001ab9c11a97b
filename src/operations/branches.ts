import { protectionOf } from '../access/protection.ts'
import { notAllowed, notFound, refused } from '../contract/errors.ts'
import { mustPush, push } from '../domain/repositories/push.ts'
import { findCommit, repositoryOf } from '../domain/repositories/repositories.ts'
import { checkReferenceName, conflictingReference } from '../git/reference-name.ts'
import { branchHead, branchReference, listBranches, type Reference } from '../git/repository.ts'
import { branchResource, isMergedIntoDefault } from '../resources/branch.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

/** Document 3, Branches. */
export const branches = {
  listBranches(context) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return list(listBranches(repositoryOf(store, project)), (branch) =>
      branchResource(branch, project, context),
    )
  },

  getBranch(context, { branch }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    return branchResource(existingBranch(store, project, branch), project, context)
  },

  /** What is not given stays as it is. Answers 200 if the branch is protected already. */
  protectBranch(context, { branch, developers_can_push, developers_can_merge }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const existing = existingBranch(store, project, branch)
    const flags = {
      ...(developers_can_push === undefined ? {} : { developers_can_push }),
      ...(developers_can_merge === undefined ? {} : { developers_can_merge }),
    }
    const protection = protectionOf(store, project, branch)
    if (protection) store.protectedBranches.replace(protection, flags)
    else store.protectedBranches.insert({ project_id: project.id, name: branch, ...flags })
    return branchResource(existing, project, context)
  },

  /** Answers 200 if the branch has no protection. */
  unprotectBranch(context, { branch }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const existing = existingBranch(store, project, branch)
    const protection = protectionOf(store, project, branch)
    if (protection) store.protectedBranches.remove(protection)
    return branchResource(existing, project, context)
  },

  createBranch(context, { branch_name, ref }) {
    const { store, project } = context
    mustPush(context, project, branch_name)
    if (checkReferenceName(branch_name)) throw refused('Branch name is invalid')
    const repository = repositoryOf(store, project)
    if (branchHead(repository, branch_name)) throw refused('Branch already exists')
    const conflicting = conflictingReference(repository, branchReference(branch_name))
    if (conflicting) throw refused(`Branch name is in the way of ${conflicting}`)
    const commit = findCommit(store, project, ref)
    if (!commit) throw refused('Invalid reference name')
    push(context, project, branchReference(branch_name), commit.id)
    return branchResource({ name: branch_name, id: commit.id }, project, context)
  },

  /** The default branch and protected branches stay, whoever asks. */
  deleteBranch(context, { branch }) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    existingBranch(store, project, branch)
    if (branch === repositoryOf(store, project).head) {
      throw notAllowed('Cannot remove HEAD branch')
    }
    if (protectionOf(store, project, branch)) {
      throw notAllowed("Protected branch can't be removed")
    }
    push(context, project, branchReference(branch), undefined)
    return { branch_name: branch }
  },

  deleteMergedBranches(context) {
    const { store, viewer, project } = context
    viewer.must('push_code', project)
    for (const { name, id } of listBranches(repositoryOf(store, project))) {
      const isProtected = protectionOf(store, project, name) !== undefined
      if (isProtected || !isMergedIntoDefault(store, project, id)) continue
      push(context, project, branchReference(name), undefined)
    }
    return null
  },
} satisfies OperationsOf<'Branches'>

function existingBranch(store: Store, project: ProjectRecord, name: string): Reference {
  const id = branchHead(repositoryOf(store, project), name)
  if (id === undefined) throw notFound('Branch')
  return { name, id }
}
