import { badRequest, forbidden, invalid, notFound } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { RunnerRecord } from '../../../store/models/runner.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import type { Context, SystemContext } from '../context.ts'
import { ensureSettings } from '../instance-settings.ts'
import { secret } from '../secret.ts'
import { checkNoErrors } from '../validation.ts'

type WithStore = Pick<SystemContext, 'store'>

/** The attributes of a runner in a request. */
export type RunnerAttributes = Partial<
  Pick<
    RunnerRecord,
    | 'description'
    | 'name'
    | 'is_paused'
    | 'is_locked'
    | 'runs_untagged'
    | 'tag_list'
    | 'access_level'
    | 'maximum_timeout'
    | 'maintenance_note'
  >
>

/** The group or the project of a runner; neither for an instance runner. */
export interface RunnerOwner {
  readonly group?: NamespaceRecord | undefined
  readonly project?: ProjectRecord | undefined
}

/** Returns a runner by id. Throws 404 where it is missing. */
export function existingRunner({ store }: WithStore, id: number): RunnerRecord {
  const runner = store.runners.get(id)
  if (!runner) throw notFound('Runner')
  return runner
}

/** Returns a runner by token. Throws 403 where it is missing. */
export function runnerOfToken({ store }: WithStore, token: string): RunnerRecord {
  const runner = store.runners.one('token', token)
  if (!runner) throw forbidden()
  return runner
}

/** Returns the projects of a runner, the first one first. */
export function projectsOfRunner({ store }: WithStore, { id }: RunnerRecord): ProjectRecord[] {
  return store.runnerProjects
    .by('runner_id', id)
    .flatMap(({ project_id }) => store.projects.get(project_id) ?? [])
}

/** Returns the runners of a project: its own, those of its groups and those of the instance. */
export function runnersForProject({ store }: WithStore, project: ProjectRecord): RunnerRecord[] {
  const own = new Set(
    store.runnerProjects.by('project_id', project.id).map(({ runner_id }) => runner_id),
  )
  const groups = new Set<number | null>(groupsAbove(store, project).map(({ id }) => id))
  return store.runners
    .all()
    .filter(
      ({ id, runner_type, group_id }) =>
        runner_type === 'instance_type' || own.has(id) || groups.has(group_id),
    )
}

/** Returns the runners of a group, of its ancestors and of the instance. */
export function runnersForGroup(
  { store }: WithStore,
  groups: readonly NamespaceRecord[],
): RunnerRecord[] {
  const ids = new Set<number | null>(groups.map(({ id }) => id))
  return store.runners
    .all()
    .filter(({ runner_type, group_id }) => runner_type === 'instance_type' || ids.has(group_id))
}

/** A runner is online for two hours after its last contact, and stale after seven days (app/models/ci/runner.rb). */
const ONLINE_FOR = 2 * 3_600_000
const STALE_AFTER = 7 * 86_400_000

export type RunnerStatus = 'online' | 'offline' | 'stale' | 'never_contacted'

/** Returns the status of a runner by its last contact. */
export function runnerStatus(
  { contacted_at, created_at }: RunnerRecord,
  now: string,
): RunnerStatus {
  const since = (time: string) => Date.parse(now) - Date.parse(time)
  if (contacted_at === null) return since(created_at) > STALE_AFTER ? 'stale' : 'never_contacted'
  if (since(contacted_at) <= ONLINE_FOR) return 'online'
  return since(contacted_at) > STALE_AFTER ? 'stale' : 'offline'
}

/** Returns the builds of a runner. */
export function buildsOfRunner({ store }: WithStore, { id }: RunnerRecord): readonly BuildRecord[] {
  return store.builds.by('runner_id', id)
}

/** Returns the errors of a runner that would take no build, or has too short a timeout. */
function errorsOf(attributes: RunnerAttributes, runner?: RunnerRecord) {
  const tags = attributes.tag_list ?? runner?.tag_list ?? []
  const takesUntagged = attributes.runs_untagged ?? runner?.runs_untagged ?? true
  const timeout = attributes.maximum_timeout
  const tagProblem = 'can not be empty when runner is not allowed to pick untagged jobs'
  return {
    tags_list: tags.length === 0 && !takesUntagged ? [tagProblem] : [],
    maximum_timeout: timeout && timeout < 600 ? ['needs to be at least 10 minutes'] : [],
  }
}

/** Throws 400 for attributes with which a runner would take no build, or has too short a timeout. */
export function checkRunner(attributes: RunnerAttributes, runner?: RunnerRecord): void {
  checkNoErrors(errorsOf(attributes, runner))
}

/** Does the same as `checkRunner` for a new runner, with one message for all errors. */
export function checkNewRunner(attributes: RunnerAttributes): void {
  const { tags_list, maximum_timeout } = errorsOf(attributes)
  const reasons = [
    ...tags_list.map((one) => `Tags list ${one}`),
    ...maximum_timeout.map((one) => `Maximum timeout ${one}`),
  ]
  if (reasons.length > 0) throw badRequest(`Validation failed: ${reasons.join(', ')}`)
}

/** The attributes of a new runner; the token defaults to a generated one. */
export type NewRunner = RunnerAttributes &
  RunnerOwner & {
    readonly token?: string | undefined
    readonly creator_id?: number | null
    readonly contacted_at?: string | null
  }

/** The prefixes of runner tokens: for runners created by a user, and by a registration token. */
const PREFIXES = { user: 'glrt-', registration: 'glrtr-' }

/** Adds a runner of the instance, of a group or of a project. */
export function createRunner(
  context: SystemContext,
  { group, project, token, creator_id = null, ...attributes }: NewRunner,
): RunnerRecord {
  const { store, now } = context
  const prefix = creator_id === null ? PREFIXES.registration : PREFIXES.user
  const made = store.runners.insert({
    ...attributes,
    runner_type: group ? 'group_type' : project ? 'project_type' : 'instance_type',
    group_id: group?.id ?? null,
    creator_id,
    token: token ?? `${prefix}${secret(context)}`,
    created_at: now,
  })
  if (project) assignRunner(context, made, project)
  return made
}

export function changeRunner(
  { store }: WithStore,
  runner: RunnerRecord,
  attributes: RunnerAttributes,
): RunnerRecord {
  return store.runners.replace(runner, attributes)
}

/** Resets the token of a runner. */
export function resetRunnerToken(context: SystemContext, runner: RunnerRecord): RunnerRecord {
  const prefix = runner.creator_id === null ? PREFIXES.registration : PREFIXES.user
  return context.store.runners.replace(runner, { token: `${prefix}${secret(context)}` })
}

/** Whether a runner is assigned to a project. */
export function isAssigned({ store }: WithStore, runner: RunnerRecord, project: ProjectRecord) {
  return linkOf({ store }, runner, project) !== undefined
}

/** Throws 400 for a runner that is already assigned to a project. */
export function checkAssignment(
  context: WithStore,
  runner: RunnerRecord,
  project: ProjectRecord,
): void {
  if (isAssigned(context, runner, project)) {
    throw invalid({ runner_id: ['has already been taken'] })
  }
}

export function assignRunner(
  { store }: WithStore,
  { id: runner_id }: RunnerRecord,
  { id: project_id }: ProjectRecord,
): void {
  store.runnerProjects.insert({ runner_id, project_id })
}

/** Throws 404 for a runner that is not assigned to a project, and 403 for its only project. */
export function checkUnassignment(
  context: WithStore,
  runner: RunnerRecord | undefined,
  project: ProjectRecord,
): asserts runner is RunnerRecord {
  if (!runner || !isAssigned(context, runner, project)) throw notFound('Runner')
  if (context.store.runnerProjects.by('runner_id', runner.id).length > 1) return
  throw forbidden('Only one project associated with the runner. Please remove the runner instead')
}

export function unassignRunner(
  context: WithStore,
  runner: RunnerRecord,
  project: ProjectRecord,
): void {
  const link = linkOf(context, runner, project)
  if (link) context.store.runnerProjects.remove(link)
}

function linkOf({ store }: WithStore, { id }: RunnerRecord, project: ProjectRecord) {
  return store.runnerProjects
    .by('runner_id', id)
    .find(({ project_id }) => project_id === project.id)
}

/** Throws 403 for a runner of several projects. */
export function checkRemovalOfRunner({ store }: WithStore, { id }: RunnerRecord): void {
  if (store.runnerProjects.by('runner_id', id).length > 1) {
    throw forbidden('Runner associated with more than one project')
  }
}

/** Removes a runner; its builds stay. */
export function removeRunner({ store }: WithStore, runner: RunnerRecord): void {
  store.builds.replaceAll([...store.builds.by('runner_id', runner.id)], { runner_id: null })
  store.runnerProjects.removeAll(store.runnerProjects.by('runner_id', runner.id))
  store.runners.remove(runner)
}

/** Removes the runners of a project, except those of other projects too. */
export function removeRunnersOfProject({ store }: WithStore, projectId: number): void {
  for (const link of store.runnerProjects.by('project_id', projectId).slice()) {
    const runner = store.runners.get(link.runner_id)
    store.runnerProjects.remove(link)
    const isShared = store.runnerProjects.by('runner_id', link.runner_id).length > 0
    if (runner && !isShared) removeRunner({ store }, runner)
  }
}

/** Returns the owner of runners that are registered with a token. Throws 403 for an unknown token. */
export function ownerOfRegistration({ store }: WithStore, token: string): RunnerOwner {
  if (token === '') throw forbidden()
  if (ensureSettings(store).runners_registration_token === token) return {}
  const project = store.projects.all().find(({ runners_token }) => runners_token === token)
  if (project) return { project }
  const group = store.namespaces.all().find(({ runners_token }) => runners_token === token)
  if (!group) throw forbidden()
  return { group }
}

/** Resets the registration token of the instance, a group or a project. */
export function resetRegistrationToken(context: Context, { group, project }: RunnerOwner): string {
  const { store } = context
  const token = `GR1348941${secret(context)}`
  if (project) store.projects.replace(project, { runners_token: token })
  else if (group) store.namespaces.replace(group, { runners_token: token })
  else store.settings.replace(ensureSettings(store), { runners_registration_token: token })
  return token
}
