import { forbidden, invalid, refused } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchHead } from '../../../git/repository.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import { fireHooks, type ProjectContext, type SystemContext } from '../context.ts'
import { findCommit, repositoryOf } from '../repositories/repositories.ts'
import { next, type StateTable } from '../state-table.ts'
import { createEnvironment, environmentOfName } from './environments.ts'
import { isTag } from './pipeline-records.ts'

type DeploymentState = DeploymentRecord['status']

/** The state table of deployments. A finished one can still change to another final state. */
const deploymentStates = {
  create: { from: ['skipped'], to: 'created' },
  block: { from: ['created'], to: 'blocked' },
  skip: { from: ['created', 'running', 'success', 'failed', 'canceled', 'blocked'], to: 'skipped' },
  run: { from: ['created', 'skipped', 'blocked'], to: 'running' },
  succeed: {
    from: ['created', 'running', 'failed', 'canceled', 'skipped', 'blocked'],
    to: 'success',
  },
  drop: { from: ['created', 'running', 'success', 'canceled', 'skipped', 'blocked'], to: 'failed' },
  cancel: {
    from: ['created', 'running', 'success', 'failed', 'skipped', 'blocked'],
    to: 'canceled',
  },
} as const satisfies StateTable<DeploymentState>

export type DeploymentEvent = keyof typeof deploymentStates

const eventOfState = {
  running: 'run',
  success: 'succeed',
  failed: 'drop',
  canceled: 'cancel',
} as const satisfies Partial<Record<DeploymentState, DeploymentEvent>>

/** A state of a deployment that an external service reports. */
export type ReportedState = keyof typeof eventOfState

/** Returns the next iid of a project, from 1. */
function nextDeploymentIid(store: Store, projectId: number): number {
  const iids = store.deployments.by('project_id', projectId).map(({ iid }) => iid)
  return iids.reduce((most, iid) => Math.max(most, iid), 0) + 1
}

/** The attributes of a new deployment to an environment by name; `build_id` is null for one that no build made. */
export type NewDeployment = Pick<
  DeploymentRecord,
  'project_id' | 'ref' | 'sha' | 'user_id' | 'build_id'
> & { readonly environment: string; readonly status?: ReportedState | undefined }

/**
 * Returns the commit of a new deployment. Throws 400 where it is missing, and for a ref that is neither a branch nor a
 * tag.
 */
export function checkNewDeployment(
  { store, project }: ProjectContext,
  { sha, ref }: Pick<DeploymentRecord, 'sha' | 'ref'>,
): GitCommit {
  const commit = findCommit(store, project, sha)
  if (!commit) throw invalid({ sha: ['The commit does not exist'] })
  const isBranch = branchHead(repositoryOf(store, project), ref) !== undefined
  if (isBranch || isTag(store, project, ref)) return commit
  throw invalid({ ref: ['The branch or tag does not exist'] })
}

/** The attributes of the environment that a deployment sets. */
export interface SeenEnvironment {
  readonly external_url?: string | undefined
  readonly tier?: EnvironmentRecord['tier'] | undefined
  readonly auto_stop_at?: string | undefined
}

/** Records a deployment; the first one to an environment creates the environment. */
export function recordDeployment(
  context: SystemContext,
  { environment: name, status = 'success', ...deployment }: NewDeployment,
  seen: SeenEnvironment = {},
): DeploymentRecord {
  const { project_id } = deployment
  const environment =
    environmentOfName(context, project_id, name) ?? createEnvironment(context, { project_id, name })
  const made = insertDeployment(context, { ...deployment, environment_id: environment.id }, status)
  if (status === 'success') startEnvironment(context, environment, seen)
  fireHooks(context, { kind: 'deployment', deployment: made })
  return made
}

type DeploymentFields = Pick<
  DeploymentRecord,
  'project_id' | 'environment_id' | 'ref' | 'sha' | 'user_id' | 'build_id'
>

/** Adds a deployment in a state, without any consequence. */
export function insertDeployment(
  { store, now }: SystemContext,
  fields: DeploymentFields,
  status: DeploymentState,
): DeploymentRecord {
  return store.deployments.insert({
    ...fields,
    status,
    iid: nextDeploymentIid(store, fields.project_id),
    created_at: now,
    updated_at: now,
    finished_at: finishedStates.has(status) ? now : null,
  })
}

const finishedStates: ReadonlySet<DeploymentState> = new Set(['success', 'failed', 'canceled'])

/** Makes the environment of a deployment available, with the attributes that the deployment sets. */
function startEnvironment(
  { store, now }: SystemContext,
  environment: EnvironmentRecord,
  seen: SeenEnvironment = {},
): void {
  const changes = omitUndefined(seen)
  if (environment.state === 'available' && Object.keys(changes).length === 0) return
  store.environments.replace(environment, { ...changes, state: 'available', updated_at: now })
}

/** Throws 403 for a deployment of a build, and 400 for an invalid transition. */
export function checkReport({ build_id, status }: DeploymentRecord, state: ReportedState): void {
  if (build_id !== null) {
    throw forbidden('Deployments created using GitLab CI can not be updated using the API')
  }
  const event = eventOfState[state]
  if (next(deploymentStates, status, event) !== undefined) return
  throw invalid({ status: [`cannot transition via "${event}"`] })
}

/** Moves a deployment to a reported state. */
export function reportDeployment(
  context: SystemContext,
  deployment: DeploymentRecord,
  state: ReportedState,
): DeploymentRecord {
  return moveDeployment(context, deployment, eventOfState[state])
}

/** Whether the state of a deployment allows an event. */
export function canMoveDeployment({ status }: DeploymentRecord, event: DeploymentEvent): boolean {
  return next(deploymentStates, status, event) !== undefined
}

/**
 * Moves a deployment to the state that an event leads to. A success starts its environment; hooks are fired when it
 * runs and when it is finished (app/models/deployment.rb). The caller checks with `canMoveDeployment` first.
 */
export function moveDeployment(
  context: SystemContext,
  deployment: DeploymentRecord,
  event: DeploymentEvent,
  seen: SeenEnvironment = {},
): DeploymentRecord {
  const { store, now } = context
  const status = deploymentStates[event].to
  const isFinished = finishedStates.has(status)
  const finished_at = isFinished ? now : null
  const moved = store.deployments.replace(deployment, { status, updated_at: now, finished_at })
  const environment = store.environments.get(deployment.environment_id)
  if (environment && status === 'success') startEnvironment(context, environment, seen)
  if (isFinished || status === 'running') {
    fireHooks(context, { kind: 'deployment', deployment: moved })
  }
  return moved
}

/** Finds the deployment to an environment that succeeded last, whenever it was created. */
export function lastDeployment(store: Store, environmentId: number): DeploymentRecord | undefined {
  const timeOf = ({ finished_at, created_at }: DeploymentRecord) =>
    Date.parse(finished_at ?? created_at)
  return store.deployments
    .by('environment_id', environmentId)
    .filter(({ status }) => status === 'success')
    .reduce<DeploymentRecord | undefined>(
      (last, one) => (last && timeOf(last) > timeOf(one) ? last : one),
      undefined,
    )
}

/** Throws 400 for a running deployment, and for the current one of an environment. */
export function checkRemovalOfDeployment(
  { store }: SystemContext,
  { id, status, environment_id }: DeploymentRecord,
): void {
  if (status === 'running') throw refused('Cannot destroy running deployment')
  if (lastDeployment(store, environment_id)?.id === id) {
    throw refused('Deployment currently deployed to environment')
  }
}

export function removeDeployment({ store }: SystemContext, deployment: DeploymentRecord): void {
  store.deployments.remove(deployment)
}
