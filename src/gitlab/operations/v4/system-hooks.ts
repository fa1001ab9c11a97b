import { invalidHookUrl, recordNotFound } from '../../../contract/errors.ts'
import type { SystemHook } from '../../../contract/generated/v4/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeSystemHook,
  createSystemHook,
  removeSystemHook,
  testSystemHook,
} from '../../domain/hooks/system-hooks.ts'
import { isWebAddress } from '../../domain/validation.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/system-hooks.yaml. */
export const systemHooks = {
  listSystemHooks: ({ store }) => list(store.hooks.all(), systemHook),

  getSystemHook: (context, { hook_id }) => systemHook(hookOf(context, hook_id)),

  /** Of pushes a hook hears where that is asked for. */
  createSystemHook(context, { push_events = false, ...attributes }) {
    if (!isWebAddress(attributes.url)) throw invalidHookUrl()
    return systemHook(createSystemHook(context, { push_events, ...attributes }))
  },

  updateSystemHook(context, { hook_id, ...changes }) {
    const hook = hookOf(context, hook_id)
    if (changes.url !== undefined && !isWebAddress(changes.url)) throw invalidHookUrl()
    return systemHook(changeSystemHook(context, hook, changes))
  },

  testSystemHook: (context, { hook_id }) => testSystemHook(context, hookOf(context, hook_id)),

  deleteSystemHook(context, { hook_id }) {
    removeSystemHook(context, hookOf(context, hook_id))
    return undefined
  },
} satisfies OperationsOf<'v4', 'System hooks'>

function hookOf({ store }: Context, id: number): HookRecord {
  const hook = store.hooks.get(id)
  if (!hook) throw recordNotFound()
  return hook
}

/** The token is never shown, nor what variables and headers hold. */
function systemHook(hook: HookRecord): SystemHook {
  const keysOf = (pairs: HookRecord['url_variables']) => pairs.map(({ key }) => ({ key }))
  return {
    id: hook.id,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: hook.created_at,
    push_events: hook.push_events,
    tag_push_events: hook.tag_push_events,
    merge_requests_events: hook.merge_requests_events,
    repository_update_events: hook.repository_update_events,
    enable_ssl_verification: hook.enable_ssl_verification,
    organization_id: 1,
    alert_status: hook.is_paused ? 'disabled' : 'executable',
    disabled_until: null,
    url_variables: keysOf(hook.url_variables),
    push_events_branch_filter: hook.push_events_branch_filter,
    branch_filter_strategy: hook.branch_filter_strategy,
    custom_webhook_template: hook.custom_webhook_template,
    custom_headers: keysOf(hook.custom_headers),
  }
}
