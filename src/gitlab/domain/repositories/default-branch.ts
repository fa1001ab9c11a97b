import { branchReference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isProtected } from '../../access/protection.ts'
import type { Context, SystemContext } from '../context.ts'
import { firstBranchProtection, hasDevelopers } from '../groups/branch-protection.ts'
import { branchOf, type Push } from './pushes.ts'
import { repositoryOf } from './repositories.ts'

/** Sets the default branch of a project, whether or not the branch exists yet. */
export function setDefaultBranch(
  { store }: SystemContext,
  project: ProjectRecord,
  branch: string,
): void {
  store.projects.replace(project, { default_branch: branch })
}

/**
 * Makes the first branch of a repository its default branch. Of several in one push, it is the one already configured.
 */
export function adoptDefaultBranch(context: Context, push: Push): void {
  const { store } = context
  const branch = branchOf(push)
  const current = store.projects.get(push.project.id)
  if (branch === undefined || !isCreation(push) || current?.default_branch === branch) return
  const { refs } = repositoryOf(store, push.project)
  if (!current || !push.isFirst || refs.has(branchReference(current.default_branch))) return
  setDefaultBranch(context, current, branch)
}

/**
 * Protects a new default branch as its group or the instance requires (`firstBranchProtection`): not at all where
 * developers may push, also by force, and merge.
 */
export function protectDefaultBranch(context: SystemContext, push: Push): void {
  const { store, now } = context
  const branch = branchOf(push)
  if (branch === undefined || !isCreation(push)) return
  if (repositoryOf(store, push.project).head !== branch) return
  if (isProtected(store, push.project, branch)) return
  const { allowed_to_push, allowed_to_merge, allow_force_push } = firstBranchProtection(
    context,
    push.project,
  )
  const developers_can_push = hasDevelopers(allowed_to_push)
  const developers_can_merge = hasDevelopers(allowed_to_merge)
  if (developers_can_push && developers_can_merge && allow_force_push) return
  store.protectedBranches.insert({
    project_id: push.project.id,
    name: branch,
    developers_can_push,
    developers_can_merge,
    allow_force_push,
    updated_at: now,
  })
}

function isCreation({ before, after }: Push): boolean {
  return before === undefined && after !== undefined
}
