import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** The triggers of webhooks of projects. */
const hookTriggers = [
  'push_hooks',
  'tag_push_hooks',
  'issue_hooks',
  'confidential_issue_hooks',
  'note_hooks',
  'confidential_note_hooks',
  'merge_request_hooks',
  'build_hooks',
  'job_hooks',
  'pipeline_hooks',
  'deployment_hooks',
  'release_hooks',
  'milestone_hooks',
  'wiki_page_hooks',
  'emoji_hooks',
  'resource_access_token_hooks',
] as const

/** Headers by name. */
const headers = z.record(z.string(), z.string())

/** One delivery of a project's webhook, with its response (schemas/v4/resources/hook-delivery.json). */
export const hookLogModel = z.object({
  id: z.int(),
  hook_id: z.int(),
  url: z.string(),
  trigger: z.enum(hookTriggers),
  request_headers: z._default(headers, {}),
  /** The JSON payload; the webhooks of one event share the string. */
  request_data: z._default(z.string(), '{}'),
  response_headers: z._default(headers, {}),
  response_body: z._default(z.string(), ''),
  /** The status, or `internal error` where there was no response. */
  response_status: z.string(),
  /** In seconds. */
  execution_duration: z._default(z.number(), 0),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.hookLogs`: one delivery of a project's webhook. */
export type HookLogRecord = z.output<typeof hookLogModel>
