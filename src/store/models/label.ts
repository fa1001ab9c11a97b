import { z } from '../../shared/zod.ts'

/**
 * A label of a project or of a group, whose projects all have it then. That of a project comes into being when an
 * issue or a merge request first uses it.
 */
export const labelModel = z.object({
  id: z.int(),
  /** One of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  /** Unique within the project or the group; issues and merge requests hold it, not the id. */
  title: z.string(),
  color: z._default(z.string(), '#428BCA'),
  description: z._default(z.nullable(z.string()), null),
  /** The lowest comes first; a label of a group has none. */
  priority: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.labels`: a label of a project or of a group. */
export type LabelRecord = z.output<typeof labelModel>
