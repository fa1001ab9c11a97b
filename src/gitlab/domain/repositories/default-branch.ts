import { branchReference } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isProtected } from '../../access/protection.ts'
import type { Context, SystemContext } from '../context.ts'
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
 * Protects a new default branch as the setting `default_branch_protection` requires: 0 leaves it unprotected, 1 lets
 * developers push to it, 2 does not (`getApplicationSettings`).
 */
export function protectDefaultBranch({ store, settings, now }: SystemContext, push: Push): void {
  const branch = branchOf(push)
  const { default_branch_protection } = settings
  if (branch === undefined || !isCreation(push) || default_branch_protection === 0) return
  if (repositoryOf(store, push.project).head !== branch) return
  if (isProtected(store, push.project, branch)) return
  store.protectedBranches.insert({
    project_id: push.project.id,
    name: branch,
    developers_can_push: default_branch_protection === 1,
    updated_at: now,
  })
}

function isCreation({ before, after }: Push): boolean {
  return before === undefined && after !== undefined
}
