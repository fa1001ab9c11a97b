import { z } from 'zod'
import type { PushData } from '../../contract/generated/contract.ts'
import { epoch, timestamp } from './fields.ts'

export const eventActions = [
  'created',
  'opened',
  'closed',
  'reopened',
  'accepted',
  'commented on',
  'pushed new',
  'pushed to',
  'deleted',
  'joined',
  'left',
] as const

/** Something that a user did, for the activity lists (document 1, Activity event). */
export const eventModel = z.object({
  id: z.int(),
  action_name: z.enum(eventActions),
  author_id: z.int(),
  project_id: z.int().nullable().default(null),
  target_type: z
    .enum(['Issue', 'MergeRequest', 'Note', 'Snippet', 'Milestone'])
    .nullable()
    .default(null),
  target_id: z.int().nullable().default(null),
  target_title: z.string().nullable().default(null),
  /** What was pushed, for a push. */
  data: z.custom<PushData>().nullable().default(null),
  created_at: timestamp.default(epoch),
})
export type EventRecord = z.output<typeof eventModel>
export type EventAction = (typeof eventActions)[number]
