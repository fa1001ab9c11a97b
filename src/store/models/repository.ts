import { z } from 'zod'
import { readOnlyMap } from '../freeze.ts'

/**
 * The git repository of a project: its names for objects, which are all in the store's one object
 * database. HEAD is the project's default branch.
 */
export const repositoryModel = z.object({
  /** The id of the project: there is one repository a project. */
  id: z.int(),
  /** Full ref name (`refs/heads/…`, `refs/tags/…`) to object id. A push puts a new map in its place. */
  refs: z
    .map(z.string(), z.string())
    .transform(readOnlyMap)
    .readonly()
    .default(() => new Map()),
  /** What deleted and rewound refs stood at: git keeps such objects, so they are still found by id. */
  former_tips: z.array(z.string()).default([]),
})

/** A record of `forge.db.repositories`: the branches and tags of a project, under the id of the project. */
export type RepositoryRecord = z.output<typeof repositoryModel>
