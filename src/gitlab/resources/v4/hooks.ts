import type {
  HookDelivery,
  ProjectHook,
  SystemHook,
} from '../../../contract/generated/v4/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { HookLogRecord } from '../../../store/models/hook-log.ts'
import { alertStatus } from '../../domain/hooks/health.ts'

/** Returns a system hook (schemas/v4/resources/system-hook.json), which is never disabled by failures. */
export function systemHookResource(hook: HookRecord): SystemHook {
  return {
    ...sharedFields(hook),
    repository_update_events: hook.repository_update_events,
    organization_id: 1,
    alert_status: hook.is_paused ? 'disabled' : 'executable',
    disabled_until: null,
    ...keysOf(hook),
  }
}

/** Returns a hook of a project for lists (schemas/v4/resources/project-hook.json). */
export function listedProjectHook(hook: HookRecord, projectId: number, now: string): ProjectHook {
  return {
    ...sharedFields(hook),
    project_id: projectId,
    // Hooks of projects do not receive these events, which only system hooks have.
    repository_update_events: false,
    issues_events: hook.issues_events,
    confidential_issues_events: hook.confidential_issues_events,
    note_events: hook.note_events,
    confidential_note_events: hook.confidential_note_events,
    pipeline_events: hook.pipeline_events,
    wiki_page_events: hook.wiki_page_events,
    deployment_events: hook.deployment_events,
    feature_flag_events: hook.feature_flag_events,
    job_events: hook.job_events,
    releases_events: hook.releases_events,
    milestone_events: hook.milestone_events,
    emoji_events: hook.emoji_events,
    resource_access_token_events: hook.resource_access_token_events,
    resource_deploy_token_events: hook.resource_deploy_token_events,
    vulnerability_events: false,
    alert_status: alertStatus(hook, now),
    disabled_until: hook.disabled_until,
  }
}

/** Returns a single hook of a project, with the names of its variables and headers but not their values. */
export function projectHook(hook: HookRecord, projectId: number, now: string): ProjectHook {
  return { ...listedProjectHook(hook, projectId, now), ...keysOf(hook) }
}

function sharedFields(hook: HookRecord) {
  return {
    id: hook.id,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: hook.created_at,
    push_events: hook.push_events,
    tag_push_events: hook.tag_push_events,
    merge_requests_events: hook.merge_requests_events,
    enable_ssl_verification: hook.enable_ssl_verification,
    push_events_branch_filter: hook.push_events_branch_filter,
    branch_filter_strategy: hook.branch_filter_strategy,
    custom_webhook_template: hook.custom_webhook_template,
  }
}

function keysOf({ url_variables, custom_headers }: HookRecord) {
  const keys = (pairs: HookRecord['url_variables']) => pairs.map(({ key }) => ({ key }))
  return { url_variables: keys(url_variables), custom_headers: keys(custom_headers) }
}

/** Returns a delivery (schemas/v4/resources/hook-delivery.json). */
export function hookDelivery(log: HookLogRecord): HookDelivery {
  return {
    id: log.id,
    url: log.url,
    trigger: log.trigger,
    request_headers: log.request_headers,
    request_data: JSON.parse(log.request_data),
    response_headers: log.response_headers,
    response_body: log.response_body,
    execution_duration: log.execution_duration,
    response_status: log.response_status,
  }
}
