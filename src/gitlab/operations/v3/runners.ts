import { conflict } from '../../../contract/errors.ts'
import type { RunnerRecord } from '../../../store/models/runner.ts'
import { looksAfter, mustAssign, mustLookAfter, mustReadRunner } from '../../access/runners.ts'
import {
  assignRunner,
  changeRunner,
  checkRemovalOfRunner,
  checkRunner,
  checkUnassignment,
  existingRunner,
  isAssigned,
  removeRunner,
  runnerStatus,
  runnersForProject,
  unassignRunner,
} from '../../domain/builds/runners.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { runnerDetail, runnerResource } from '../../resources/v3/runner.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The error for a runner of the instance. */
const SHARED = 'Runner is shared'

/** The operations of schemas/v3/paths/extensions/runners.yaml. */
export const runners = {
  listRunners(context, { scope }) {
    const own = context.store.runners
      .all()
      .filter((one) => one.runner_type !== 'instance_type' && looksAfter(context, one))
    return listed(context, own, scope)
  },

  listAllRunners: (context, { scope }) => listed(context, context.store.runners.all(), scope),

  listProjectRunners(context, { scope }) {
    context.viewer.must('admin_project', context.project)
    return listed(context, runnersForProject(context, context.project), scope)
  },

  getRunner(context, { id }) {
    const runner = existingRunner(context, id)
    mustReadRunner(context, runner)
    return runnerDetail(runner, context)
  },

  updateRunner(context, { id, description, active, tag_list, run_untagged, locked }) {
    const runner = existingRunner(context, id)
    mustLookAfter(context, runner, SHARED)
    const is_paused = active === undefined ? undefined : !active
    const flags = { is_paused, is_locked: locked, runs_untagged: run_untagged }
    const attributes = omitUndefined({ description, tag_list, ...flags })
    checkRunner(attributes, runner)
    return runnerDetail(changeRunner(context, runner, attributes), context)
  },

  deleteRunner(context, { id }) {
    const runner = existingRunner(context, id)
    mustLookAfter(context, runner, SHARED)
    if (!context.viewer.isAdmin) checkRemovalOfRunner(context, runner)
    removeRunner(context, runner)
    return runnerResource(runner)
  },

  assignRunner(context, { runner_id }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const runner = existingRunner(context, runner_id)
    mustAssign(context, runner, SHARED)
    if (isAssigned(context, runner, project)) {
      throw conflict('Runner was already enabled for this project')
    }
    assignRunner(context, runner, project)
    return runnerResource(runner)
  },

  unassignRunner(context, { runner_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const runner = store.runners.get(runner_id)
    checkUnassignment(context, runner, project)
    unassignRunner(context, runner, project)
    return runnerResource(runner)
  },
} satisfies OperationsOf<'v3', 'Runners'>

type Scope = 'active' | 'paused' | 'online' | 'specific' | 'shared'

function listed(context: Context, found: readonly RunnerRecord[], scope: Scope | undefined) {
  const matches = (runner: RunnerRecord): boolean => {
    switch (scope) {
      case undefined:
        return true
      case 'active':
        return !runner.is_paused
      case 'paused':
        return runner.is_paused
      case 'online':
        return runnerStatus(runner, context.now) === 'online'
      case 'shared':
        return runner.runner_type === 'instance_type'
      case 'specific':
        return runner.runner_type !== 'instance_type'
    }
  }
  return list(found.filter(matches), runnerResource)
}
