import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

const runnerType = z.enum(['instance_type', 'group_type', 'project_type'])

/** A runner, which is only a record here: a suite acts as the runner. */
export const runnerModel = z.object({
  id: z.int(),
  token: z.string(),
  runner_type: z._default(runnerType, 'instance_type'),
  /** The group of a group runner. */
  group_id: z._default(z.nullable(z.int()), null),
  /** The user who created it; null where it was registered with a token. */
  creator_id: z._default(z.nullable(z.int()), null),
  description: z._default(z.nullable(z.string()), null),
  name: z._default(z.nullable(z.string()), null),
  is_paused: z._default(z.boolean(), false),
  /** Whether it cannot be enabled for further projects. */
  is_locked: z._default(z.boolean(), false),
  runs_untagged: z._default(z.boolean(), true),
  tag_list: z._default(z.array(z.string()), []),
  access_level: z._default(z.enum(['not_protected', 'ref_protected']), 'not_protected'),
  maximum_timeout: z._default(z.nullable(z.int()), null),
  maintenance_note: z._default(z.nullable(z.string()), null),
  /** The time of its last contact; null before the first one. */
  contacted_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A runner that is enabled for a project. */
export const runnerProjectModel = z.object({
  id: z.int(),
  runner_id: z.int(),
  project_id: z.int(),
})

/** A record of `forge.db.runners`: a runner. */
export type RunnerRecord = z.output<typeof runnerModel>
