import type {
  Runner,
  RunnerDetail,
  RunnerRegistration,
} from '../../../contract/generated/v4/contract.ts'
import type { RunnerRecord } from '../../../store/models/runner.ts'
import { buildsOfRunner, projectsOfRunner, runnerStatus } from '../../domain/builds/runners.ts'
import type { TimedPresentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { projectIdentity } from './project.ts'
import { userBasic } from './user.ts'

/** Returns a runner for lists and jobs (`schemas/v4/resources/runner.json`). */
export function runnerResource(runner: RunnerRecord, presentation: TimedPresentation): Runner {
  const { id, description, name, runner_type, is_paused, creator_id, created_at } = runner
  const status = runnerStatus(runner, presentation.now)
  const creator = creator_id === null ? null : existingUser(presentation, creator_id)
  const isRunning = buildsOfRunner(presentation, runner).some((one) => one.status === 'running')
  return {
    id,
    description,
    ip_address: null,
    active: !is_paused,
    paused: is_paused,
    is_shared: runner_type === 'instance_type',
    runner_type,
    name,
    online: runner.contacted_at === null ? null : status === 'online',
    created_by: creator && userBasic(creator, presentation),
    created_at,
    status,
    job_execution_status: isRunning ? 'active' : 'idle',
  }
}

/** Returns a single runner. */
export function runnerDetail(runner: RunnerRecord, presentation: TimedPresentation): RunnerDetail {
  const { store, addresses } = presentation
  const group = store.namespaces.get(runner.group_id ?? 0)
  return {
    ...runnerResource(runner, presentation),
    tag_list: runner.tag_list,
    run_untagged: runner.runs_untagged,
    locked: runner.is_locked,
    maximum_timeout: runner.maximum_timeout,
    access_level: runner.access_level,
    version: null,
    revision: null,
    platform: null,
    architecture: null,
    contacted_at: runner.contacted_at,
    maintenance_note: runner.maintenance_note,
    projects: projectsOfRunner(presentation, runner).map((project) =>
      projectIdentity(project, presentation),
    ),
    groups: group ? [{ id: group.id, web_url: addresses.group(group), name: group.name }] : [],
  }
}

/** Returns a runner for the runner program after its registration. */
export function runnerRegistration({ id, token }: RunnerRecord): RunnerRegistration {
  return { id, token, token_expires_at: null }
}
