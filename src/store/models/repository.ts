import { z } from '../../shared/zod.ts'
import { readOnlyMap } from '../freeze.ts'

/**
 * The git repository of a project: its names for objects, which are all in the store's one object
 * database. HEAD is the project's default branch.
 */
export const repositoryModel = z.object({
  /** The id of the project: there is one repository a project. */
  id: z.int(),
  /** Full ref name (`refs/heads/…`, `refs/tags/…`) to object id. A push puts a new map in its place. */
  refs: z._default(
    z.readonly(z.pipe(z.map(z.string(), z.string()), z.transform(readOnlyMap))),
    () => new Map(),
  ),
  /** What deleted and rewound refs stood at: git keeps such objects, so they are still found by id. */
  former_tips: z._default(z.array(z.string()), []),
})

/** A record of `forge.db.repositories`: the branches and tags of a project, under the id of the project. */
export type RepositoryRecord = z.output<typeof repositoryModel>
