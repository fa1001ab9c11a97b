import { addDeployKey, linkDeployKey } from '../../gitlab/domain/builds/deploy-keys.ts'
import { admitJobs } from '../../gitlab/domain/builds/job-token-scope.ts'
import { assignRunner, createRunner } from '../../gitlab/domain/builds/runners.ts'
import { createSchedule, fullRef, timingErrors } from '../../gitlab/domain/builds/schedules.ts'
import { createTrigger } from '../../gitlab/domain/builds/triggers.ts'
import { createVariable, variablesOf } from '../../gitlab/domain/builds/variables.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { repositoryOf } from '../../gitlab/domain/repositories/repositories.ts'
import type {
  SeedAdmission,
  SeedDeployKey,
  SeedRunner,
  SeedSchedule,
  SeedScopedVariable,
  SeedTrigger,
} from '../schema/automation.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { ownerOf } from './owner.ts'

/** Loads CI variables, triggers, runners, schedules, deploy keys and job token allowances. */
export function loadAutomation(loading: Loading, seed: ReadSeed): void {
  each(seed.variables, 'variables', (variable, path) => loadVariable(loading, variable, path))
  each(seed.triggers, 'triggers', (trigger, path) => loadTrigger(loading, trigger, path))
  each(seed.runners, 'runners', (runner, path) => loadRunner(loading, runner, path))
  each(seed.pipeline_schedules, 'pipeline_schedules', (schedule, path) =>
    loadSchedule(loading, schedule, path),
  )
  each(seed.deploy_keys, 'deploy_keys', (key, path) => loadDeployKey(loading, key, path))
  each(seed.job_token_allowances, 'job_token_allowances', (admission, path) =>
    loadAdmission(loading, admission, path),
  )
}

function loadVariable(loading: Loading, variable: SeedScopedVariable, path: string): void {
  const { key, value, type, masked, raw, hidden, environment_scope = '*', description } = variable
  const owner = ownerOf(loading, variable, path)
  if (!owner) return
  const namesake = variablesOf(loading, owner).find(
    (one) => one.key === key && one.environment_scope === environment_scope,
  )
  if (loading.isTwice(namesake, key, `${path}.key`)) return
  const marks = { is_protected: variable.protected, is_masked: masked, is_raw: raw }
  const others = omitUndefined({ variable_type: type, description, is_hidden: hidden, ...marks })
  createVariable(loading, owner, { key, value, environment_scope, ...others })
}

function loadTrigger(loading: Loading, seed: SeedTrigger, path: string): void {
  const { token, description = '' } = seed
  const project = loading.project(seed.project, `${path}.project`)
  const owner = loading.user(seed.owner, `${path}.owner`)
  const namesake = loading.store.triggers.one('token', token)
  if (!project || !owner || loading.isTwice(namesake, token, `${path}.token`)) return
  const context = loading.as(owner, loading.timeWithin(project))
  createTrigger(context, project, { token, description, expires_at: isoTime(seed.expires_at) })
}

function loadRunner(loading: Loading, seed: SeedRunner, path: string): void {
  const { token, also = [], description, tags, paused, locked } = seed
  const project = seed.project ? loading.project(seed.project, `${path}.project`) : undefined
  const group = seed.group ? loading.group(seed.group, `${path}.group`) : undefined
  const others = also.flatMap((name) => loading.project(name, `${path}.also`) ?? [])
  const namesake = loading.store.runners.one('token', token)
  if (loading.isTwice(namesake, token, `${path}.token`)) return
  const context = loading.alone(loading.timeWithin(project))
  const flags = { tag_list: tags, is_paused: paused, is_locked: locked }
  const attributes = omitUndefined({ description, ...flags })
  const contacted_at = isoTime(seed.contacted_at) ?? null
  const made = createRunner(context, { ...attributes, token, project, group, contacted_at })
  for (const other of others) assignRunner(context, made, other)
}

function loadSchedule(loading: Loading, seed: SeedSchedule, path: string): void {
  const { store } = loading
  const { description, cron, cron_timezone, active, variables } = seed
  const project = loading.project(seed.project, `${path}.project`)
  const owner = loading.user(seed.owner, `${path}.owner`)
  for (const [field, [reason]] of Object.entries(timingErrors({ cron, cron_timezone }))) {
    if (reason) loading.problems.push({ path: `${path}.${field}`, reason })
  }
  if (!project || !owner) return
  loading.atLast(() => {
    const context = loading.as(owner, loading.timeWithin(project))
    const name = seed.ref ?? repositoryOf(store, project).head
    const ref = fullRef({ ...context, project }, name)
    if (ref === undefined)
      loading.problems.push({
        path: `${path}.ref`,
        reason: `is neither a branch nor a tag: ${name}`,
      })
    const others = omitUndefined({ cron_timezone, is_active: active, variables })
    createSchedule(context, project, { description, ref: ref ?? name, cron, ...others })
  })
}

function loadAdmission(loading: Loading, seed: SeedAdmission, path: string): void {
  const { store } = loading
  const project = loading.project(seed.project, `${path}.project`)
  const jobsOf = seed.jobs_of ? loading.project(seed.jobs_of, `${path}.jobs_of`) : undefined
  const group = seed.jobs_of_group
    ? loading.group(seed.jobs_of_group, `${path}.jobs_of_group`)
    : undefined
  if (project && jobsOf) admitJobs({ store, project }, { target_project_id: jobsOf.id })
  if (project && group) admitJobs({ store, project }, { target_group_id: group.id })
}

function loadDeployKey(loading: Loading, seed: SeedDeployKey, path: string): void {
  const { title, key, public: is_public = false, projects = {} } = seed
  const context = loading.alone(loading.timeWithin())
  const made = addDeployKey(context, { title, key, is_public, user_id: null })
  for (const [name, access] of Object.entries(projects)) {
    const project = loading.project(name, `${path}.projects`)
    if (project) linkDeployKey(context, project, made, access === 'write')
  }
}
