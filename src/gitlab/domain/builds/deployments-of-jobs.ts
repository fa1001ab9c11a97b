import { expandVariables } from '../../../ci/variables.ts'
import { isWritable } from '../../../contract/time.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import {
  canMoveDeployment,
  type DeploymentEvent,
  insertDeployment,
  moveDeployment,
  recordDeployment,
  type SeenEnvironment,
} from './deployments.ts'
import { createEnvironment, environmentOfName, stopEnvironment } from './environments.ts'
import { valuesOf, variablesOfBuild } from './job-variables.ts'
import { currentBuilds, waitsToBePlayed } from './status.ts'

/** The maximum length of an environment's URL. */
const MAX_URL_LENGTH = 255

/**
 * Creates the environment of a new job, and its deployment where the job deploys to it
 * (app/services/environments/create_for_job_service.rb and deployments/create_for_job_service.rb).
 */
export function startDeployment(context: SystemContext, build: BuildRecord): void {
  const { project_id, environment: name } = build
  if (name === null) return
  const { tier = null, auto_stop_at = null } = environmentOfJob(context, build)
  const environment =
    environmentOfName(context, project_id, name) ??
    createEnvironment(context, { project_id, name, tier, auto_stop_at })
  if (build.environment_action !== 'start') return
  insertDeployment(context, deploymentBy(build, environment), statusFor(context, build))
}

function deploymentBy(build: BuildRecord, { id: environment_id }: EnvironmentRecord) {
  const { id: build_id, project_id, ref, sha, user_id } = build
  return { build_id, project_id, ref, sha, user_id, environment_id }
}

/** Finds the last deployment of a job. */
export function deploymentOfJob(store: Store, { id }: BuildRecord): DeploymentRecord | undefined {
  return store.deployments.by('build_id', id).at(-1)
}

/**
 * Moves the deployment of a job to the state of the job (`sync_status_with` in app/models/deployment.rb). A successful
 * job creates a deployment where it has none, or where its last one already succeeded.
 */
export function followJob(context: SystemContext, build: BuildRecord): void {
  const { project_id, environment: name, environment_action: action, ref, sha, user_id } = build
  if (name === null || action !== 'start') return
  const deployment = deploymentOfJob(context.store, build)
  const event = eventOf[statusFor(context, build)]
  const isOpen = deployment !== undefined && deployment.status !== 'success'
  if (isOpen) {
    if (build.status === 'pending' || !canMoveDeployment(deployment, event)) return
    moveDeployment(context, deployment, event, environmentOfJob(context, build))
  } else if (build.status === 'success') {
    const deployed = { project_id, ref, sha, user_id, build_id: build.id, environment: name }
    recordDeployment(context, deployed, environmentOfJob(context, build))
  }
}

/** Stops the environment of a successful stop job. */
export function stopEnvironmentOfJob(context: SystemContext, build: BuildRecord): void {
  const { status, project_id, environment, environment_action: action } = build
  if (status !== 'success' || environment === null || action !== 'stop') return
  const known = environmentOfName(context, project_id, environment)
  if (known) stopEnvironment(context, known)
}

/** Returns the status of the deployment of a job; a manual job that can be played blocks it. */
function statusFor({ store }: SystemContext, build: BuildRecord): DeploymentRecord['status'] {
  if (build.status === 'pending') return 'created'
  if (build.status !== 'skipped') return build.status
  return waitsToBePlayed(currentBuilds(store, build.pipeline_id), build) ? 'blocked' : 'skipped'
}

const eventOf = {
  created: 'create',
  running: 'run',
  success: 'succeed',
  failed: 'drop',
  canceled: 'cancel',
  skipped: 'skip',
  blocked: 'block',
} as const satisfies Record<DeploymentRecord['status'], DeploymentEvent>

/** Returns the attributes of its environment that a job sets; a URL that is too long is omitted. */
function environmentOfJob(context: SystemContext, build: BuildRecord): SeenEnvironment {
  const { environment_url: url, environment_tier: tier, environment_auto_stop_in: seconds } = build
  const isExpanded = build.status === 'success' && url !== null
  return {
    external_url: isExpanded ? expandedUrl(context, build, url) : undefined,
    tier: tier ?? undefined,
    auto_stop_at: seconds === null ? undefined : timeAfter(context, seconds),
  }
}

function expandedUrl(context: SystemContext, build: BuildRecord, url: string): string | undefined {
  const variables = valuesOf(variablesOfBuild(context, build))
  return expandVariables(url, variables, MAX_URL_LENGTH) || undefined
}

/** Returns the expiry date; undefined beyond year 9999. */
function timeAfter({ now }: SystemContext, seconds: number): string | undefined {
  const time = Date.parse(now) + seconds * 1000
  return isWritable(time) ? new Date(time).toISOString() : undefined
}
