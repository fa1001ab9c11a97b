import { forbidden, invalid, refused } from '../../../contract/errors.ts'
import { isWritable } from '../../../contract/time.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchHead } from '../../../git/repository.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import { fireHooks, type ProjectContext, type SystemContext } from '../context.ts'
import { findCommit, repositoryOf } from '../repositories/repositories.ts'
import { next, type StateTable } from '../state-table.ts'
import { createEnvironment, environmentOfName, stopEnvironment } from './environments.ts'
import { isTag } from './pipeline-records.ts'

/** The states of a deployment that no build made, and what changes them; what is over may come to another end. */
const deploymentStates = {
  run: { from: ['created', 'skipped', 'blocked'], to: 'running' },
  succeed: { from: ['created', 'running', 'failed', 'canceled', 'skipped'], to: 'success' },
  drop: { from: ['created', 'running', 'success', 'canceled', 'skipped'], to: 'failed' },
  cancel: { from: ['created', 'running', 'success', 'failed', 'skipped'], to: 'canceled' },
} as const satisfies StateTable<DeploymentRecord['status']>

const eventOfState = {
  running: 'run',
  success: 'succeed',
  failed: 'drop',
  canceled: 'cancel',
} as const satisfies Partial<Record<DeploymentRecord['status'], keyof typeof deploymentStates>>

/** A state that a deployment is brought to from outside. */
export type ReportedState = keyof typeof eventOfState

/** Counts from 1 in each project. */
function nextDeploymentIid(store: Store, projectId: number): number {
  const iids = store.deployments.by('project_id', projectId).map(({ iid }) => iid)
  return iids.reduce((most, iid) => Math.max(most, iid), 0) + 1
}

/** A build that became a success deploys to its environment, or stops it, where it names one. */
export function deployBuild(context: SystemContext, build: BuildRecord): void {
  const { id: build_id, project_id, ref, sha, user_id, environment, environment_url } = build
  if (build.status !== 'success' || environment === null) return
  if (build.environment_action === 'stop') {
    const known = environmentOfName(context, project_id, environment)
    if (known) stopEnvironment(context, known)
  }
  if (build.environment_action !== 'start') return
  const deployed = { project_id, ref, sha, user_id, build_id, environment }
  const { environment_auto_stop_in: seconds } = build
  recordDeployment(context, deployed, {
    external_url: environment_url ?? undefined,
    tier: build.environment_tier ?? undefined,
    auto_stop_at: seconds === null ? undefined : timeAfter(context, seconds),
  })
}

/** A deployment to the environment of a name; `build_id` is null for one that no build made. */
export type NewDeployment = Pick<
  DeploymentRecord,
  'project_id' | 'ref' | 'sha' | 'user_id' | 'build_id'
> & { readonly environment: string; readonly status?: ReportedState | undefined }

/** The commit that is deployed; throws 400 for what names none, and for a ref that is neither a branch nor a tag. */
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

/** What a deployment says of its environment. */
interface SeenEnvironment {
  readonly external_url?: string | undefined
  readonly tier?: EnvironmentRecord['tier'] | undefined
  readonly auto_stop_at?: string | undefined
}

/** Undefined beyond the years that are written. */
function timeAfter({ now }: SystemContext, seconds: number): string | undefined {
  const time = Date.parse(now) + seconds * 1000
  return isWritable(time) ? new Date(time).toISOString() : undefined
}

/** Records that a commit is deployed now; the first deployment to an environment creates that. */
export function recordDeployment(
  context: SystemContext,
  { environment: name, status = 'success', ...deployment }: NewDeployment,
  seen: SeenEnvironment = {},
): DeploymentRecord {
  const { store, now } = context
  const { project_id } = deployment
  const known = environmentOfName(context, project_id, name)
  const environment = known ?? createEnvironment(context, { project_id, name })
  const made = store.deployments.insert({
    ...deployment,
    status,
    iid: nextDeploymentIid(store, project_id),
    environment_id: environment.id,
    created_at: now,
    updated_at: now,
    finished_at: status === 'running' ? null : now,
  })
  if (status === 'success') startEnvironment(context, environment, seen)
  fireHooks(context, { kind: 'deployment', deployment: made })
  return made
}

/** What is deployed to is available, and to be seen where the deployment says. */
function startEnvironment(
  { store, now }: SystemContext,
  environment: EnvironmentRecord,
  seen: SeenEnvironment = {},
): void {
  const changes = omitUndefined(seen)
  if (environment.state === 'available' && Object.keys(changes).length === 0) return
  store.environments.replace(environment, { ...changes, state: 'available', updated_at: now })
}

/** Throws 403 for a deployment of a build, and 400 for a step that is not possible. */
export function checkReport({ build_id, status }: DeploymentRecord, state: ReportedState): void {
  if (build_id !== null) {
    throw forbidden('Deployments created using GitLab CI can not be updated using the API')
  }
  const event = eventOfState[state]
  if (next(deploymentStates, status, event) !== undefined) return
  throw invalid({ status: [`cannot transition via "${event}"`] })
}

/** Brings a deployment to a state that was reported. */
export function reportDeployment(
  context: SystemContext,
  deployment: DeploymentRecord,
  state: ReportedState,
): DeploymentRecord {
  const { store, now } = context
  const finished_at = state === 'running' ? null : now
  const changed = store.deployments.replace(deployment, {
    status: state,
    updated_at: now,
    finished_at,
  })
  const environment = store.environments.get(deployment.environment_id)
  if (environment && state === 'success') startEnvironment(context, environment)
  fireHooks(context, { kind: 'deployment', deployment: changed })
  return changed
}

/** The last deployment to an environment that succeeded. */
export function lastDeployment(store: Store, environmentId: number): DeploymentRecord | undefined {
  return store.deployments
    .by('environment_id', environmentId)
    .findLast(({ status }) => status === 'success')
}

/** Throws 400 for a deployment that runs, and for the one that an environment is at. */
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
