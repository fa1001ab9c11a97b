import { z } from 'zod'

/** A place that builds deploy to (document 3, Deployment). */
export const environmentModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Unique in its project. */
  name: z.string(),
  /** Where to see it. */
  external_url: z.string().nullable().default(null),
})

export type EnvironmentRecord = z.output<typeof environmentModel>
