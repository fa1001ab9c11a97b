import { recordNotFound } from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeHook,
  checkHook,
  checkPair,
  checkRemovalOfPair,
  createHook,
  type PairsField,
  removeHook,
  removePair,
  systemHook,
} from '../../domain/hooks/hooks.ts'
import { testSystemHook } from '../../domain/hooks/system-hook-test.ts'
import { systemHookResource } from '../../resources/v4/hooks.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/system-hooks.yaml. */
export const systemHooks = {
  listSystemHooks: ({ store }) => list(store.hooks.by('project_id', null), systemHookResource),

  getSystemHook: (context, { hook_id }) => systemHookResource(hookOf(context, hook_id)),

  /** Creates a hook, which receives pushes only on request. */
  createSystemHook(context, { push_events = false, ...attributes }) {
    checkHook(context, attributes)
    return systemHookResource(createHook(context, { push_events, ...attributes }))
  },

  updateSystemHook(context, { hook_id, ...changes }) {
    const hook = hookOf(context, hook_id)
    checkHook(context, changes, hook)
    return systemHookResource(changeHook(context, hook, changes))
  },

  testSystemHook: (context, { hook_id }) => testSystemHook(context, hookOf(context, hook_id)),

  deleteSystemHook(context, { hook_id }) {
    removeHook(context, hookOf(context, hook_id))
    return undefined
  },

  setUrlVariableOfSystemHook: (context, { hook_id, key, value }) =>
    setPair(context, hook_id, 'url_variables', { key, value }),

  deleteUrlVariableOfSystemHook: (context, { hook_id, key }) =>
    deletePair(context, hook_id, 'url_variables', key),

  setCustomHeaderOfSystemHook: (context, { hook_id, key, value }) =>
    setPair(context, hook_id, 'custom_headers', { key, value }),

  deleteCustomHeaderOfSystemHook: (context, { hook_id, key }) =>
    deletePair(context, hook_id, 'custom_headers', key),
} satisfies OperationsOf<'v4', 'System hooks'>

function hookOf(context: Context, id: number): HookRecord {
  const hook = systemHook(context, id)
  if (!hook) throw recordNotFound()
  return hook
}

function setPair(
  context: Context,
  hookId: number,
  field: PairsField,
  pair: HookRecord[PairsField][number],
): undefined {
  const hook = hookOf(context, hookId)
  checkPair(context, hook, field, pair)
  changeHook(context, hook, { [field]: [pair] })
  return undefined
}

function deletePair(context: Context, hookId: number, field: PairsField, key: string): undefined {
  const hook = hookOf(context, hookId)
  checkRemovalOfPair(hook, field, key)
  removePair(context, hook, field, key)
  return undefined
}
