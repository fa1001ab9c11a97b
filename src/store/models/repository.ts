import { z } from 'zod'

/** The git repository of a project: its names for objects. The objects themselves are shared. */
export const repositoryModel = z.object({
  /** The id of the project: there is one repository a project. */
  id: z.int(),
  /** The full name of the ref that HEAD points at, whether or not it exists yet. */
  head: z.string().default('refs/heads/master'),
  /** Full ref name (`refs/heads/…`, `refs/tags/…`) to object id. A push puts a new map in its place. */
  refs: z
    .map(z.string(), z.string())
    .readonly()
    .default(() => new Map()),
})

export type RepositoryRecord = z.output<typeof repositoryModel>
