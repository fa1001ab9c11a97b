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

/** The name of a branch or a tag, and which of the two it is. */
interface NamedRef {
  readonly ref: string
  readonly tag: boolean
}

/** Reporters read builds, and with public_builds everyone who sees the project. */
export function mustReadBuilds({ viewer, project }: BuildsContext): void {
  mustHaveBuilds({ viewer, project }, project.public_builds ? 'read_project' : 'read_builds')
}

export function canReadBuilds({ viewer }: Pick<BuildsContext, 'viewer'>, project: ProjectRecord) {
  const ability = project.public_builds ? 'read_project' : 'read_builds'
  return usesPart(viewer, project, 'builds') && viewer.can(ability, project)
}

/** As `mustReadBuilds` and `mustUpdateBuilds`, without a word of why there are none (lib/api/ci/pipelines.rb). */
export function mustReadPipelines({ viewer, project }: BuildsContext): void {
  if (!usesPart(viewer, project, 'builds')) throw forbidden()
  viewer.must(project.public_builds ? 'read_project' : 'read_builds', project)
}

export function mustReadEnvironments({ viewer, project }: BuildsContext): void {
  if (!project.builds_enabled) throw forbidden()
  viewer.must('read_deployments', project)
}

/** Maintainers say what jobs are given, and who starts them. */
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

/** Without builds a project has no deployments either, not even for administrators. */
export function mustReadDeployments(context: BuildsContext): void {
  mustHaveBuilds(context, 'read_deployments')
}

/** Whether somebody may run jobs on a branch or a tag: developers who may use it. */
export function mayRunOn(context: RefContext, project: ProjectRecord, ref: NamedRef): boolean {
  return context.viewer.can('update_builds', project) && mayUse(context, project, ref)
}

/** Whether a branch or a tag is not protected, or somebody may push or merge there, or create the tag. */
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

/** Who may remove what a job left behind: maintainers, and developers who started it where all may push. */
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

/** Who changes a schedule: its owner and administrators, where they may run something on its branch or tag. */
export function mustUpdateSchedule(context: ScheduleContext, schedule: OwnedSchedule): void {
  mustUpdatePipelines(context)
  const mayChange = context.viewer.isAdmin || isOwnSchedule(context, schedule)
  if (!mayChange || !mayRunOn(context, context.project, schedule)) throw forbidden()
}

/** Who removes a schedule, takes it over and sees its variables: maintainers, and its owner. */
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

/** A schedule: the name of its branch or tag, and whose it is. */
type OwnedSchedule = NamedRef & { readonly owner_id: number | null }
