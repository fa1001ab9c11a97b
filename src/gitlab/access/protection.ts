import type { ProjectRecord } from '../../store/models/project.ts'
import type { ProtectedBranchRecord } from '../../store/models/protected-branch.ts'
import type { Store } from '../../store/store.ts'
import type { Viewer } from './viewer.ts'

interface PushContext {
  readonly store: Store
  readonly viewer: Viewer
}

/** The protection of a branch; undefined where it has none (protectBranch). */
export function protectionOf(
  store: Store,
  project: ProjectRecord,
  branch: string,
): ProtectedBranchRecord | undefined {
  return store.protectedBranches.by('project_id', project.id).find(({ name }) => name === branch)
}

/** Developers push, but to a protected branch only where it lets them; masters push anywhere. */
export function canPush(
  { store, viewer }: PushContext,
  project: ProjectRecord,
  branch: string,
): boolean {
  const protection = protectionOf(store, project, branch)
  if (!protection || protection.developers_can_push) return viewer.can('push_code', project)
  return viewer.can('push_to_protected_branches', project)
}

/** Whoever may push may merge, and developers where the branch lets them merge only. */
export function canMerge(context: PushContext, project: ProjectRecord, branch: string): boolean {
  if (canPush(context, project, branch)) return true
  const isOpen = protectionOf(context.store, project, branch)?.developers_can_merge ?? false
  return isOpen && context.viewer.can('push_code', project)
}
