import type { ProjectHook } from '../../../contract/generated/v3/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { systemHookResource } from './system-hook.ts'

/** Returns a hook of a project (schemas/v3/resources/project-hook.json). */
export function projectHookResource(hook: HookRecord, projectId: number): ProjectHook {
  return {
    ...systemHookResource(hook),
    project_id: projectId,
    issues_events: hook.issues_events,
    merge_requests_events: hook.merge_requests_events,
    note_events: hook.note_events,
    build_events: hook.job_events,
    pipeline_events: hook.pipeline_events,
    wiki_page_events: hook.wiki_page_events,
  }
}
