import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/**
 * An integration of a project or a group with a service, with its address and credentials
 * (schemas/v4/resources/integration.json).
 */
export const integrationModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  /** Such as `emails-on-push`. */
  slug: z.string(),
  is_active: z._default(z.boolean(), false),
  /** Whether it uses the settings of the nearest ancestor group instead of its own. */
  inherits: z._default(z.boolean(), false),
  /** The values of its fields, including secrets. */
  fields: z._default(
    z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())])),
    {},
  ),
  /** The events that trigger it, such as `push_events`, where they differ from GitLab's defaults. */
  events: z._default(z.record(z.string(), z.boolean()), {}),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.integrations`: an integration of a project or a group. */
export type IntegrationRecord = z.output<typeof integrationModel>
