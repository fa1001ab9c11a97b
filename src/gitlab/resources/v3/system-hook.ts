import type { DeletedSystemHook, SystemHook } from '../../../contract/generated/v3/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'

/** Returns a system hook, without its token (`schemas/v3/resources/system-hook.json`). */
export function systemHookResource(hook: HookRecord): SystemHook {
  const { id, url, created_at, push_events, tag_push_events, enable_ssl_verification } = hook
  return { id, url, created_at, push_events, tag_push_events, enable_ssl_verification }
}

/** Returns a deleted system hook. It has no project and no service, so those fields are null. */
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
