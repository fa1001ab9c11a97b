import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** What happened to the planning of an issue or a merge request, and to which. */
const resourceEvent = {
  id: z.int(),
  /** Whose doing it was; null where the account is gone. */
  user_id: z._default(z.nullable(z.int()), null),
  resource_type: z.enum(['Issue', 'MergeRequest']),
  resource_id: z.int(),
  created_at: z._default(timestamp, epoch),
}

/** Of a label that is gone, or a milestone, the id is null. */
export const resourceLabelEventModel = z.object({
  ...resourceEvent,
  label_id: z._default(z.nullable(z.int()), null),
  action: z.enum(['add', 'remove']),
})

export const resourceMilestoneEventModel = z.object({
  ...resourceEvent,
  milestone_id: z._default(z.nullable(z.int()), null),
  action: z.enum(['add', 'remove']),
  /** The state that the issue or the merge request was in. */
  state: z._default(z.enum(['opened', 'closed', 'merged']), 'opened'),
})

export const resourceStateEventModel = z.object({
  ...resourceEvent,
  state: z.enum(['closed', 'reopened', 'merged']),
  /** What closed an issue, where something did. */
  source_commit: z._default(z.nullable(z.string()), null),
  source_merge_request_id: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.resourceLabelEvents`: that a label came or went. */
export type ResourceLabelEventRecord = z.output<typeof resourceLabelEventModel>
/** A record of `forge.db.resourceMilestoneEvents`: that a milestone came or went. */
export type ResourceMilestoneEventRecord = z.output<typeof resourceMilestoneEventModel>
/** A record of `forge.db.resourceStateEvents`: that something was closed, reopened or merged. */
export type ResourceStateEventRecord = z.output<typeof resourceStateEventModel>

/** What all of them have. */
export type ResourceEvent = Pick<
  ResourceStateEventRecord,
  'id' | 'user_id' | 'resource_type' | 'resource_id' | 'created_at'
>

/** What closed an issue, where something did. */
export type StateSource = Partial<
  Pick<ResourceStateEventRecord, 'source_commit' | 'source_merge_request_id'>
>
