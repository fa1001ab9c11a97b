import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A service that a project or a group set up: where to find and how to ask it (schemas/v4/resources/integration.json). */
export const integrationModel = z.object({
  id: z.int(),
  /** Whose it is: one of the two. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  /** As `emails-on-push`. */
  slug: z.string(),
  is_active: z._default(z.boolean(), false),
  /** Whether the settings of the nearest group above hold in the place of its own. */
  inherits: z._default(z.boolean(), false),
  /** Its fields, secrets too. */
  fields: z._default(
    z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())])),
    {},
  ),
  /** What it hears of, where that is not what GitLab has at first: `push_events`. */
  events: z._default(z.record(z.string(), z.boolean()), {}),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.integrations`: a service that a project or a group uses. */
export type IntegrationRecord = z.output<typeof integrationModel>
