import { z } from '../../shared/zod.ts'

/** A place that builds deploy to (schemas/v3/resources/environment.json). */
export const environmentModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Unique in its project. */
  name: z.string(),
  /** Where to see it. */
  external_url: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.environments`: a place that builds deploy to. */
export type EnvironmentRecord = z.output<typeof environmentModel>
