import { z } from '../../shared/zod.ts'
import { readOnlyMap } from '../freeze.ts'

/**
 * The git repository of a project: its refs. The objects of all repositories are in the single object database of the
 * store. HEAD is the default branch of the project.
 */
export const repositoryModel = z.object({
  /** The id of the project, which has a single repository. */
  id: z.int(),
  /** The object id of each full ref name (`refs/heads/…`, `refs/tags/…`). A push replaces the map. */
  refs: z._default(
    z.readonly(z.pipe(z.map(z.string(), z.string()), z.transform(readOnlyMap))),
    () => new Map(),
  ),
  /** The former tips of deleted and rewound refs: git keeps these objects, so they are still found by id. */
  former_tips: z._default(z.array(z.string()), []),
})

/** A record of `forge.db.repositories`: the branches and tags of a project, under the id of the project. */
export type RepositoryRecord = z.output<typeof repositoryModel>
