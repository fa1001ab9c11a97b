import { z } from '../../shared/zod.ts'

/**
 * A label of a project, or of a group, which makes it available in all projects of the group. A label of a project is
 * created when an issue or a merge request first uses it.
 */
export const labelModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  /** Unique within the project or the group; issues and merge requests store the title, not the id. */
  title: z.string(),
  color: z._default(z.string(), '#428BCA'),
  description: z._default(z.nullable(z.string()), null),
  /** The lowest number has the highest priority; labels of groups have none. */
  priority: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.labels`: a label of a project or of a group. */
export type LabelRecord = z.output<typeof labelModel>
