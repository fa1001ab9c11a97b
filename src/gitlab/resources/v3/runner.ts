import type { ListedRunner, RunnerDetail } from '../../../contract/generated/v3/contract.ts'
import type { RunnerRecord } from '../../../store/models/runner.ts'
import { projectsOfRunner } from '../../domain/builds/runners.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectSimple } from './project.ts'

/** Returns a runner for lists (`schemas/v3/resources/listed-runner.json`). */
export function runnerResource(runner: RunnerRecord): ListedRunner {
  const { id, description, is_paused, runner_type, name } = runner
  return { id, description, active: !is_paused, is_shared: runner_type === 'instance_type', name }
}

/** Returns a single runner; only administrators get the token of an instance runner. */
export function runnerDetail(runner: RunnerRecord, presentation: Presentation): RunnerDetail {
  const { viewer } = presentation
  const showsToken = viewer.isAdmin || runner.runner_type !== 'instance_type'
  return {
    ...runnerResource(runner),
    tag_list: runner.tag_list,
    run_untagged: runner.runs_untagged,
    locked: runner.is_locked,
    version: null,
    revision: null,
    platform: null,
    architecture: null,
    contacted_at: runner.contacted_at,
    ...(showsToken ? { token: runner.token } : {}),
    projects: projectsOfRunner(presentation, runner)
      .filter((project) => viewer.sees(project))
      .map((project) => projectSimple(project, presentation)),
  }
}
