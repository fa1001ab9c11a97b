import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

const runnerType = z.enum(['instance_type', 'group_type', 'project_type'])

/** What takes builds and runs them; here it is a record, and a suite plays it. */
export const runnerModel = z.object({
  id: z.int(),
  token: z.string(),
  runner_type: z._default(runnerType, 'instance_type'),
  /** The group whose projects it runs builds for. */
  group_id: z._default(z.nullable(z.int()), null),
  /** Who made it; null where a registration token did. */
  creator_id: z._default(z.nullable(z.int()), null),
  description: z._default(z.nullable(z.string()), null),
  name: z._default(z.nullable(z.string()), null),
  is_paused: z._default(z.boolean(), false),
  /** Whether no other project may have it. */
  is_locked: z._default(z.boolean(), false),
  runs_untagged: z._default(z.boolean(), true),
  tag_list: z._default(z.array(z.string()), []),
  access_level: z._default(z.enum(['not_protected', 'ref_protected']), 'not_protected'),
  maximum_timeout: z._default(z.nullable(z.int()), null),
  maintenance_note: z._default(z.nullable(z.string()), null),
  /** When it was there last; null before it was. */
  contacted_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A runner that a project has. */
export const runnerProjectModel = z.object({
  id: z.int(),
  runner_id: z.int(),
  project_id: z.int(),
})

/** A record of `forge.db.runners`: what runs builds. */
export type RunnerRecord = z.output<typeof runnerModel>
