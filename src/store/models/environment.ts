import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const environmentTier = z.enum(['production', 'staging', 'testing', 'development', 'other'])

/** A place that builds deploy to (schemas/v3/resources/environment.json). */
export const environmentModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Unique in its project. */
  name: z.string(),
  /** Where to see it. */
  external_url: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  /** What it is for; where it is not said, its name says it. */
  tier: z._default(z.nullable(environmentTier), null),
  state: z._default(z.enum(['available', 'stopping', 'stopped']), 'available'),
  auto_stop_at: z._default(z.nullable(timestamp), null),
  auto_stop_setting: z._default(z.enum(['always', 'with_action']), 'always'),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.environments`: a place that builds deploy to. */
export type EnvironmentRecord = z.output<typeof environmentModel>
