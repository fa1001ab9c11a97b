import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A change of the planning of an issue or a merge request. */
const resourceEvent = {
  id: z.int(),
  /** The user who made the change; null where the account was deleted. */
  user_id: z._default(z.nullable(z.int()), null),
  resource_type: z.enum(['Issue', 'MergeRequest']),
  resource_id: z.int(),
  created_at: z._default(timestamp, epoch),
}

/** The id of a label or milestone is null after its deletion. */
export const resourceLabelEventModel = z.object({
  ...resourceEvent,
  label_id: z._default(z.nullable(z.int()), null),
  action: z.enum(['add', 'remove']),
})

export const resourceMilestoneEventModel = z.object({
  ...resourceEvent,
  milestone_id: z._default(z.nullable(z.int()), null),
  action: z.enum(['add', 'remove']),
  /** The state of the issue or merge request at that time. */
  state: z._default(z.enum(['opened', 'closed', 'merged']), 'opened'),
})

export const resourceStateEventModel = z.object({
  ...resourceEvent,
  state: z.enum(['closed', 'reopened', 'merged']),
  /** The commit or merge request that closed an issue, if any. */
  source_commit: z._default(z.nullable(z.string()), null),
  source_merge_request_id: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.resourceLabelEvents`: the addition or removal of a label. */
export type ResourceLabelEventRecord = z.output<typeof resourceLabelEventModel>
/** A record of `forge.db.resourceMilestoneEvents`: the addition or removal of a milestone. */
export type ResourceMilestoneEventRecord = z.output<typeof resourceMilestoneEventModel>
/** A record of `forge.db.resourceStateEvents`: the closing, reopening or merging of an issue or a merge request. */
export type ResourceStateEventRecord = z.output<typeof resourceStateEventModel>

/** The fields that all resource events share. */
export type ResourceEvent = Pick<
  ResourceStateEventRecord,
  'id' | 'user_id' | 'resource_type' | 'resource_id' | 'created_at'
>

/** The commit or merge request that closed an issue, if any. */
export type StateSource = Partial<
  Pick<ResourceStateEventRecord, 'source_commit' | 'source_merge_request_id'>
>
