import { badRequest, notFound } from '../../../contract/errors.ts'
import type { JobTokenAllowanceRecord } from '../../../store/models/job-token-allowance.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ProjectContext, SystemContext } from '../context.ts'

/** A project, or the projects of a group, whose jobs are allowed. */
type Target =
  | { readonly target_project_id: number; readonly target_group_id?: undefined }
  | { readonly target_group_id: number; readonly target_project_id?: undefined }

function allowanceOf(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  target: Target,
): JobTokenAllowanceRecord | undefined {
  const [projectId, groupId] = [target.target_project_id ?? null, target.target_group_id ?? null]
  return store.jobTokenAllowances
    .by('project_id', project.id)
    .find((one) => one.target_project_id === projectId && one.target_group_id === groupId)
}

/** Returns the projects whose jobs have access to a project: itself, and those in its allowlist. */
export function admittedProjects(store: SystemContext['store'], project: ProjectRecord) {
  const named = store.jobTokenAllowances
    .by('project_id', project.id)
    .flatMap(({ target_project_id: id }) => (id === null ? [] : (store.projects.get(id) ?? [])))
  return [project, ...named]
}

/** Returns the groups in the allowlist of a project, whose jobs have access to it. */
export function admittedGroups(
  store: SystemContext['store'],
  project: ProjectRecord,
): NamespaceRecord[] {
  return store.jobTokenAllowances
    .by('project_id', project.id)
    .flatMap(({ target_group_id: id }) => (id === null ? [] : (store.namespaces.get(id) ?? [])))
}

/** Throws 400 for a project or group that is already in the allowlist. */
export function checkAdmission(context: ProjectContext, target: Target): void {
  const isOwn = target.target_project_id === context.project.id
  if (!isOwn && !allowanceOf(context, target)) return
  const what = target.target_group_id === undefined ? 'project' : 'group'
  throw badRequest(`Target ${what} is already in the job token scope`)
}

/** Adds a project or a group to the allowlist of a project. */
export function admitJobs(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  target: Target,
): void {
  store.jobTokenAllowances.insert({ project_id: project.id, ...target })
}

/** Removes a project or a group from the allowlist. Throws 404 where it is not in it. */
export function dismissJobs(context: ProjectContext, target: Target): void {
  const allowance = allowanceOf(context, target)
  if (!allowance) throw notFound()
  context.store.jobTokenAllowances.remove(allowance)
}
