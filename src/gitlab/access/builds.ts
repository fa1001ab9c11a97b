import { forbidden } from '../../contract/errors.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import type { ProjectAbility } from './abilities.ts'
import { usesPart } from './feature-levels.ts'
import { canCreateTag, canMerge, isProtected, isProtectedTag } from './protection.ts'
import type { Viewer } from './viewer.ts'

interface BuildsContext {
  readonly viewer: Viewer
  readonly project: ProjectRecord
}

interface RefContext {
  readonly store: Store
  readonly viewer: Viewer
}

/** A branch or a tag. */
interface NamedRef {
  readonly ref: string
  readonly tag: boolean
}

/**
 * Throws 403 where the caller may not read builds: reporters can, and with public_builds everyone who sees the project.
 */
export function mustReadBuilds({ viewer, project }: BuildsContext): void {
  mustHaveBuilds({ viewer, project }, project.public_builds ? 'read_project' : 'read_builds')
}

export function canReadBuilds({ viewer }: Pick<BuildsContext, 'viewer'>, project: ProjectRecord) {
  const ability = project.public_builds ? 'read_project' : 'read_builds'
  return usesPart(viewer, project, 'builds') && viewer.can(ability, project)
}

/**
 * Checks the same as `mustReadBuilds` and `mustUpdateBuilds`, with a 403 that gives no reason
 * (lib/api/ci/pipelines.rb).
 */
export function mustReadPipelines({ viewer, project }: BuildsContext): void {
  if (!usesPart(viewer, project, 'builds')) throw forbidden()
  viewer.must(project.public_builds ? 'read_project' : 'read_builds', project)
}

export function mustReadEnvironments({ viewer, project }: BuildsContext): void {
  if (!project.builds_enabled) throw forbidden()
  viewer.must('read_deployments', project)
}

/** Throws 403 unless the caller is a maintainer, who manages variables and triggers. */
export function mustAdminBuilds({ viewer, project }: BuildsContext): void {
  if (!project.builds_enabled) throw forbidden()
  viewer.must('admin_project', project)
}

export function mustUpdatePipelines({ viewer, project }: BuildsContext): void {
  if (!project.builds_enabled) throw forbidden()
  viewer.must('update_builds', project)
}

export function mustUpdateBuilds(context: BuildsContext): void {
  mustHaveBuilds(context, 'update_builds')
}

/** Throws 403 where the caller may not read deployments. Without builds nobody can, not even administrators. */
export function mustReadDeployments(context: BuildsContext): void {
  mustHaveBuilds(context, 'read_deployments')
}

/** Whether the caller may run jobs on a branch or a tag: developers can, where its protection admits them. */
export function mayRunOn(context: RefContext, project: ProjectRecord, ref: NamedRef): boolean {
  return context.viewer.can('update_builds', project) && mayUse(context, project, ref)
}

/** Whether a branch or a tag is not protected, or the caller may push, merge or create the tag. */
export function mayUse(
  context: RefContext,
  project: ProjectRecord,
  { ref, tag }: NamedRef,
): boolean {
  if (isFree(context, project, { ref, tag })) return true
  return (tag ? canCreateTag : canMerge)(context, project, ref)
}

/** Whether a branch or a tag is not protected. */
export function isFree(
  { store }: Pick<RefContext, 'store'>,
  project: ProjectRecord,
  { ref, tag }: NamedRef,
): boolean {
  return tag ? !isProtectedTag(store, project, ref) : !isProtected(store, project, ref)
}

/** Whether the caller may erase a job: maintainers can, and developers who started it on an unprotected ref. */
export function mayErase(
  context: RefContext,
  project: ProjectRecord,
  build: NamedRef & { readonly user_id: number | null },
): boolean {
  const { viewer } = context
  if (viewer.can('admin_project', project)) return true
  return build.user_id === viewer.user?.id && isFree(context, project, build)
}

function mustHaveBuilds({ viewer, project }: BuildsContext, ability: ProjectAbility): void {
  if (!project.builds_enabled) throw forbidden('builds are disabled for this project')
  viewer.must(ability, project)
  if (!usesPart(viewer, project, 'builds')) throw forbidden()
}

/**
 * Throws 403 where the caller may not update a schedule: its owner and administrators can, if they may run jobs on its
 * ref.
 */
export function mustUpdateSchedule(context: ScheduleContext, schedule: OwnedSchedule): void {
  mustUpdatePipelines(context)
  const mayChange = context.viewer.isAdmin || isOwnSchedule(context, schedule)
  if (!mayChange || !mayRunOn(context, context.project, schedule)) throw forbidden()
}

/** Whether the caller may delete a schedule, take it over and see its variables: maintainers and its owner can. */
export function mayAdminSchedule(
  { viewer, project }: BuildsContext,
  schedule: Pick<OwnedSchedule, 'owner_id'>,
): boolean {
  if (!project.builds_enabled) return false
  if (viewer.can('admin_project', project)) return true
  return isOwnSchedule({ viewer }, schedule) && viewer.can('update_builds', project)
}

export function isOwnSchedule(
  { viewer }: Pick<BuildsContext, 'viewer'>,
  { owner_id }: Pick<OwnedSchedule, 'owner_id'>,
): boolean {
  return owner_id !== null && owner_id === viewer.user?.id
}

type ScheduleContext = BuildsContext & RefContext

/** The ref and the owner of a schedule. */
type OwnedSchedule = NamedRef & { readonly owner_id: number | null }
