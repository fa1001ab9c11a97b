import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const environmentTier = z.enum(['production', 'staging', 'testing', 'development', 'other'])

/** An environment that builds deploy to (schemas/v3/resources/environment.json). */
export const environmentModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Unique within the project. */
  name: z.string(),
  /** The address of the deployed application. */
  external_url: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  /** Its tier; null derives it from the name. */
  tier: z._default(z.nullable(environmentTier), null),
  state: z._default(z.enum(['available', 'stopping', 'stopped']), 'available'),
  auto_stop_at: z._default(z.nullable(timestamp), null),
  auto_stop_setting: z._default(z.enum(['always', 'with_action']), 'always'),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.environments`: an environment that builds deploy to. */
export type EnvironmentRecord = z.output<typeof environmentModel>
