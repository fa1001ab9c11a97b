import type { BuildRecord } from '../../../store/models/build.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, SystemContext } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { isPlayable, playBuild } from './actions.ts'
import { lastDeployment } from './deployments.ts'
import { stopEnvironment } from './environments.ts'
import { currentBuilds } from './status.ts'

/** Stops an environment as the caller, by the stop job of its last deployment where there is one. */
export function stopByJob(
  context: Context,
  environment: EnvironmentRecord,
  { force = false } = {},
): EnvironmentRecord {
  const { store, now } = context
  const job = force ? undefined : stopJobOf(store, environment)
  if (environment.state === 'stopped' || !job) return stopEnvironment(context, environment)
  if (environment.state === 'available') {
    store.environments.replace(environment, { state: 'stopping', updated_at: now })
  }
  if (isPlayable(context, job)) playBuild(context, job)
  return store.environments.get(environment.id) ?? environment
}

/** Finds the stop job of an environment's last deployment. */
function stopJobOf(store: Store, { id }: EnvironmentRecord): BuildRecord | undefined {
  const build = store.builds.get(lastDeployment(store, id)?.build_id ?? 0)
  const name = build?.environment_on_stop
  if (!build || name === null) return undefined
  return currentBuilds(store, build.pipeline_id).findLast((one) => one.name === name)
}

/** Stops the environments with a stop job whose last deployment was from a removed branch. */
export function stopEnvironmentsOfBranch(context: Context, push: Push): void {
  const branch = branchOf(push)
  if (push.after !== undefined || branch === undefined) return
  const { store } = context
  for (const one of store.environments.by('project_id', push.project.id).slice()) {
    const isOfBranch = lastDeployment(store, one.id)?.ref === branch
    if (isOfBranch && one.state === 'available' && stopJobOf(store, one)) stopByJob(context, one)
  }
}

/** Whether an environment stops automatically, by its `auto_stop_setting`: always, or only with a stop job. */
export function stopsByItself(store: Store, environment: EnvironmentRecord): boolean {
  const { state, auto_stop_at, auto_stop_setting } = environment
  if (state !== 'available' || auto_stop_at === null) return false
  return auto_stop_setting === 'always' || stopJobOf(store, environment) !== undefined
}

/** Stops an environment that is due. Its stop job runs as the user who started that or the last deployment. */
export function stopWhenDue(context: SystemContext, id: number): void {
  const { store, now } = context
  const environment = store.environments.get(id)
  if (!environment || !stopsByItself(store, environment)) return
  if (Date.parse(environment.auto_stop_at ?? now) > Date.parse(now)) return
  const userId = stopJobOf(store, environment)?.user_id ?? lastDeployment(store, id)?.user_id
  const user = store.users.get(userId ?? 0)
  if (user) stopByJob(onBehalfOf(context, user), environment)
  else stopEnvironment(context, environment)
}
