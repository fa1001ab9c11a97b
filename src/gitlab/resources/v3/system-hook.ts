import type { DeletedSystemHook, SystemHook } from '../../../contract/generated/v3/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'

/** The token is never returned (`schemas/v3/resources/system-hook.json`). */
export function systemHookResource(hook: HookRecord): SystemHook {
  const { id, url, created_at, push_events, tag_push_events, enable_ssl_verification } = hook
  return { id, url, created_at, push_events, tag_push_events, enable_ssl_verification }
}

/** A system hook belongs to no project and to no service: those fields are always null. */
export function deletedSystemHook(hook: HookRecord): DeletedSystemHook {
  return {
    ...systemHookResource(hook),
    note_events: hook.note_events,
    project_id: null,
    updated_at: hook.updated_at,
    issues_events: hook.issues_events,
    merge_requests_events: hook.merge_requests_events,
    service_id: null,
  }
}
