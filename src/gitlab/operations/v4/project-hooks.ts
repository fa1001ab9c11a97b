import { emptyHookChange, recordNotFound, unprocessable } from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { deliveriesOf } from '../../domain/hooks/hook-logs.ts'
import {
  changeHook,
  checkHook,
  checkPair,
  checkRemovalOfPair,
  createHook,
  hookOfProject,
  type PairsField,
  removeHook,
  removePair,
} from '../../domain/hooks/hooks.ts'
import { checkRepeat } from '../../domain/hooks/repeat.ts'
import { checkSample } from '../../domain/hooks/samples.ts'
import { hookDelivery, listedProjectHook, projectHook } from '../../resources/v4/hooks.ts'
import { AfterDelivery, list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/project-hooks.yaml. */
export const projectHooks = {
  listProjectHooks(context) {
    const { store, viewer, project, now } = context
    viewer.must('admin_project', project)
    return list(store.hooks.by('project_id', project.id), (hook) =>
      listedProjectHook(hook, project.id, now),
    )
  },

  getProjectHook: (context, { hook_id }) => shown(context, hookOf(context, hook_id)),

  createProjectHook(context, { id: _, ...attributes }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const hook = { ...attributes, project_id: project.id }
    checkHook(context, hook)
    return shown(context, createHook(context, hook))
  },

  updateProjectHook(context, { id: _, hook_id, ...given }) {
    const hook = hookOf(context, hook_id)
    const changes = omitUndefined(given)
    if (Object.keys(changes).length === 0) throw emptyHookChange()
    checkHook(context, changes, hook)
    return shown(context, changeHook(context, hook, changes))
  },

  deleteProjectHook(context, { hook_id }) {
    const hook = hookOf(context, hook_id)
    mustBeUnmodified(context, hook.updated_at)
    removeHook(context, hook)
    return undefined
  },

  testProjectHook(context, { hook_id, trigger }) {
    const message = checkSample(context, hookOf(context, hook_id), trigger)
    return new AfterDelivery(message, (outcome) => {
      if ('error' in outcome) throw unprocessable(outcome.error)
      if (outcome.status < 200 || outcome.status > 299) throw unprocessable(outcome.body)
      return { message: '201 Created' }
    })
  },

  setUrlVariableOfProjectHook: (context, { hook_id, key, value }) =>
    setPair(context, hook_id, 'url_variables', { key, value }),

  deleteUrlVariableOfProjectHook: (context, { hook_id, key }) =>
    deletePair(context, hook_id, 'url_variables', key),

  setCustomHeaderOfProjectHook: (context, { hook_id, key, value }) =>
    setPair(context, hook_id, 'custom_headers', { key, value }),

  deleteCustomHeaderOfProjectHook: (context, { hook_id, key }) =>
    deletePair(context, hook_id, 'custom_headers', key),

  listHookDeliveries: (context, { hook_id, status }) =>
    list(deliveriesOf(context, hookOf(context, hook_id), status), hookDelivery),

  resendHookDelivery(context, { hook_id, hook_log_id }) {
    const hook = hookOf(context, hook_id)
    const log = context.store.hookLogs.get(hook_log_id)
    if (log?.hook_id !== hook.id) throw recordNotFound()
    return new AfterDelivery(checkRepeat(context, hook, log), (outcome) => {
      if ('error' in outcome) throw unprocessable(outcome.error)
      return { response_status: outcome.status }
    })
  },
} satisfies OperationsOf<'v4', 'Project hooks'>

/** Returns a hook. Callers who may not administer the project get a 403 whether or not the hook exists. */
function hookOf(context: ProjectContext, id: number): HookRecord {
  const { viewer, project } = context
  viewer.must('admin_project', project)
  const hook = hookOfProject(context, project, id)
  if (!hook) throw recordNotFound()
  return hook
}

function shown({ project, now }: ProjectContext, hook: HookRecord) {
  return projectHook(hook, project.id, now)
}

function setPair(
  context: ProjectContext,
  hookId: number,
  field: PairsField,
  pair: HookRecord[PairsField][number],
): undefined {
  const hook = hookOf(context, hookId)
  checkPair(context, hook, field, pair)
  changeHook(context, hook, { [field]: [pair] })
  return undefined
}

function deletePair(
  context: ProjectContext,
  hookId: number,
  field: PairsField,
  key: string,
): undefined {
  const hook = hookOf(context, hookId)
  checkRemovalOfPair(hook, field, key)
  removePair(context, hook, field, key)
  return undefined
}
