import type { HookRecord } from '../../../store/models/hook.ts'
import type { HookLogRecord } from '../../../store/models/hook-log.ts'

export type ProjectTrigger = HookLogRecord['trigger']

/** The flag by which a hook of a project subscribes to an event. */
type EventFlag = {
  [Field in keyof HookRecord]: Field extends `${string}_events` ? Field : never
}[keyof HookRecord]

/** The triggers of project hooks by the names in deliveries; each with its flag and its `X-Gitlab-Event` header. */
export const projectTriggers = {
  push_hooks: { flag: 'push_events', header: 'Push Hook' },
  tag_push_hooks: { flag: 'tag_push_events', header: 'Tag Push Hook' },
  issue_hooks: { flag: 'issues_events', header: 'Issue Hook' },
  confidential_issue_hooks: {
    flag: 'confidential_issues_events',
    header: 'Confidential Issue Hook',
  },
  note_hooks: { flag: 'note_events', header: 'Note Hook' },
  confidential_note_hooks: { flag: 'confidential_note_events', header: 'Confidential Note Hook' },
  merge_request_hooks: { flag: 'merge_requests_events', header: 'Merge Request Hook' },
  build_hooks: { flag: 'job_events', header: 'Build Hook' },
  job_hooks: { flag: 'job_events', header: 'Job Hook' },
  pipeline_hooks: { flag: 'pipeline_events', header: 'Pipeline Hook' },
  deployment_hooks: { flag: 'deployment_events', header: 'Deployment Hook' },
  release_hooks: { flag: 'releases_events', header: 'Release Hook' },
  milestone_hooks: { flag: 'milestone_events', header: 'Milestone Hook' },
  wiki_page_hooks: { flag: 'wiki_page_events', header: 'Wiki Page Hook' },
  emoji_hooks: { flag: 'emoji_events', header: 'Emoji Hook' },
  resource_access_token_hooks: {
    flag: 'resource_access_token_events',
    header: 'Resource Access Token Hook',
  },
} as const satisfies Record<ProjectTrigger, { readonly flag: EventFlag; readonly header: string }>
