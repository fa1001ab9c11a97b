import { z } from '../../shared/zod.ts'

/** A label of a project. It comes into being when an issue or a merge request first uses it. */
export const labelModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Unique within the project; issues and merge requests hold it, not the id. */
  title: z.string(),
  color: z._default(z.string(), '#428BCA'),
  description: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.labels`: a label of a project. */
export type LabelRecord = z.output<typeof labelModel>
