import { forbidden, wrongParameters } from '../../../contract/errors.ts'
import type { RunnerRecord } from '../../../store/models/runner.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import { looksAfter, mustAssign, mustLookAfter, mustReadRunner } from '../../access/runners.ts'
import {
  assignRunner,
  buildsOfRunner,
  changeRunner,
  checkAssignment,
  checkNewRunner,
  checkRemovalOfRunner,
  checkRunner,
  checkUnassignment,
  createRunner,
  existingRunner,
  ownerOfRegistration,
  type RunnerAttributes,
  type RunnerOwner,
  removeRunner,
  resetRegistrationToken,
  resetRunnerToken,
  runnerOfToken,
  runnerStatus,
  runnersForGroup,
  runnersForProject,
  unassignRunner,
} from '../../domain/builds/runners.ts'
import { shownJobStatus } from '../../domain/builds/shown-status.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { jobOfRunner } from '../../resources/v4/job.ts'
import { runnerDetail, runnerRegistration, runnerResource } from '../../resources/v4/runner.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { findRecord } from '../records.ts'

/** The operations of the tag Runners. */
export const runners = {
  listRunners(context, filter) {
    const own = context.store.runners
      .all()
      .filter((one) => one.runner_type !== 'instance_type' && looksAfter(context, one))
    return listed(context, own, filter)
  },

  listAllRunners: (context, filter) => listed(context, context.store.runners.all(), filter),

  listProjectRunners(context, filter) {
    context.viewer.must('admin_project', context.project)
    return listed(context, runnersForProject(context, context.project), filter)
  },

  listGroupRunners(context, filter) {
    const { store, viewer, group } = context
    viewer.mustInGroup('read_runners', group)
    const found = runnersForGroup(context, [group, ...ancestorsOf(store, group)])
    return listed(context, found, filter)
  },

  getRunner(context, { runner_id }) {
    const runner = existingRunner(context, runner_id)
    mustReadRunner(context, runner)
    return runnerDetail(runner, context)
  },

  createRunner(context, { runner_type, group_id, project_id, ...request }) {
    const attributes = attributesOf(request)
    const owner = mustOwnNewRunner(context, { runner_type, group_id, project_id })
    checkNewRunner(attributes)
    const creator_id = context.viewer.signedIn().id
    return runnerRegistration(createRunner(context, { ...attributes, ...owner, creator_id }))
  },

  registerRunner(context, { token, ...request }) {
    const owner = ownerOfRegistration(context, token)
    const attributes = attributesOf(request)
    checkNewRunner(attributes)
    return runnerRegistration(createRunner(context, { ...attributes, ...owner }))
  },

  verifyRunner: (context, { token }) => runnerRegistration(runnerOfToken(context, token)),

  deleteRunnerByToken(context, { token }) {
    removeRunner(context, runnerOfToken(context, token))
    return undefined
  },

  updateRunner(context, { runner_id, active, ...request }) {
    const runner = existingRunner(context, runner_id)
    mustLookAfter(context, runner)
    const paused = active === undefined ? request.paused : !active
    const attributes = attributesOf({ ...request, paused })
    checkRunner(attributes, runner)
    return runnerDetail(changeRunner(context, runner, attributes), context)
  },

  deleteRunner(context, { runner_id }) {
    const runner = existingRunner(context, runner_id)
    mustLookAfter(context, runner)
    checkRemovalOfRunner(context, runner)
    removeRunner(context, runner)
    return undefined
  },

  listRunnerManagers(context, { runner_id }) {
    mustReadRunner(context, existingRunner(context, runner_id))
    return []
  },

  listJobsOfRunner(context, { runner_id, status, system_id, sort }) {
    const runner = existingRunner(context, runner_id)
    mustReadRunner(context, runner)
    const found = buildsOfRunner(context, runner).filter(
      (build) =>
        system_id === undefined &&
        (status === undefined || shownJobStatus(context, build) === status),
    )
    return list(sort === 'asc' ? found : found.reverse(), (build) => jobOfRunner(build, context))
  },

  resetRunnerToken(context, { runner_id }) {
    const runner = existingRunner(context, runner_id)
    mustLookAfter(context, runner)
    return tokenAnswer(resetRunnerToken(context, runner).token)
  },

  assignRunner(context, { runner_id }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const runner = existingRunner(context, runner_id)
    mustAssign(context, runner, 'Runner is an instance runner')
    checkAssignment(context, runner, project)
    assignRunner(context, runner, project)
    return runnerResource(runner, context)
  },

  unassignRunner(context, { runner_id }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const runner = store.runners.get(runner_id)
    checkUnassignment(context, runner, project)
    unassignRunner(context, runner, project)
    return undefined
  },

  resetRegistrationToken: (context) => tokenAnswer(resetRegistrationToken(context, {})),

  resetProjectRegistrationToken(context) {
    context.viewer.must('admin_project', context.project)
    return tokenAnswer(resetRegistrationToken(context, { project: context.project }))
  },

  resetGroupRegistrationToken(context) {
    context.viewer.mustInGroup('admin_group', context.group)
    return tokenAnswer(resetRegistrationToken(context, { group: context.group }))
  },
} satisfies OperationsOf<'v4', 'Runners'>

function tokenAnswer(token: string) {
  return { token, token_expires_at: null }
}

interface SentAttributes {
  readonly description?: string | null | undefined
  readonly paused?: boolean | undefined
  readonly locked?: boolean | undefined
  readonly run_untagged?: boolean | undefined
  readonly tag_list?: string[] | undefined
  readonly access_level?: RunnerRecord['access_level'] | undefined
  readonly maximum_timeout?: number | undefined
  readonly maintenance_note?: string | null | undefined
}

function attributesOf({ paused, locked, run_untagged, ...sent }: SentAttributes): RunnerAttributes {
  const { description, tag_list, access_level, maximum_timeout, maintenance_note } = sent
  return omitUndefined({
    description,
    tag_list,
    access_level,
    maximum_timeout,
    maintenance_note,
    is_paused: paused,
    is_locked: locked,
    runs_untagged: run_untagged,
  })
}

interface NewOwner {
  readonly runner_type: RunnerRecord['runner_type']
  readonly group_id?: number | undefined
  readonly project_id?: number | undefined
}

/**
 * Returns the owner of a new runner. Throws 403 unless the caller is an administrator for one of the instance, an owner
 * of the group, or a maintainer of the project.
 */
function mustOwnNewRunner(
  context: Context,
  { runner_type, group_id, project_id }: NewOwner,
): RunnerOwner {
  const { viewer } = context
  const missing = (name: string) => wrongParameters([{ name, problem: 'is missing' }])
  switch (runner_type) {
    case 'instance_type':
      if (!viewer.isAdmin) throw forbidden()
      return {}
    case 'group_type': {
      if (group_id === undefined) throw missing('group_id')
      const group = findRecord.group(context, group_id, {})
      viewer.mustInGroup('admin_group', group)
      return { group }
    }
    case 'project_type': {
      if (project_id === undefined) throw missing('project_id')
      const project = findRecord.project(context, project_id, {})
      viewer.must('admin_project', project)
      return { project }
    }
  }
}

interface Filter {
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly paused?: boolean | undefined
  readonly tag_list?: readonly string[] | undefined
  readonly version_prefix?: string | undefined
  readonly scope?: string | undefined
}

function listed(
  context: Context,
  found: readonly RunnerRecord[],
  { type, status, paused, tag_list = [], version_prefix, scope }: Filter,
) {
  const words = [type, status, scope].flatMap((word) => word ?? [])
  const matching = found.filter(
    (runner) =>
      words.every((word) => hasTypeOrStatus(runner, word, context.now)) &&
      (paused === undefined || runner.is_paused === paused) &&
      tag_list.every((tag) => runner.tag_list.includes(tag)) &&
      version_prefix === undefined,
  )
  return list(matching, (runner) => runnerResource(runner, context))
}

/** Whether a runner has a type or a status. */
function hasTypeOrStatus(runner: RunnerRecord, word: string, now: string): boolean {
  switch (word) {
    case 'active':
      return !runner.is_paused
    case 'paused':
      return runner.is_paused
    case 'shared':
      return runner.runner_type === 'instance_type'
    case 'specific':
      return runner.runner_type !== 'instance_type'
    default:
      return runner.runner_type === word || runnerStatus(runner, now) === word
  }
}
