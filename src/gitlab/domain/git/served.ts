import { getObject } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import type { ServedRepository } from '../../../git/protocol/served-repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { environmentSlug } from '../builds/environments.ts'
import { headOf } from '../merge-requests/range.ts'
import { objectsOf, repositoryOf } from '../repositories/repositories.ts'

/** Returns the repository as git serves it: its own refs, and those that the service keeps for its records. */
export function servedRepository(store: Store, project: ProjectRecord): ServedRepository {
  const { objects } = store
  const { head, refs: own } = repositoryOf(store, project)
  const refs = new Map(own)
  const kept: ObjectId[] = []
  for (const [name, id] of keptReferences(store, project)) {
    if (refs.has(name) || getObject(objects, id)?.type !== 'commit') continue
    refs.set(name, id)
    kept.push(id)
  }
  return { objects, head, refs, holds: objectsOf(store, project, kept) }
}

/**
 * Yields the refs that the service keeps for records with a known commit. They can be fetched by name, but not pushed.
 */
function* keptReferences(
  store: Store,
  { id }: ProjectRecord,
): Generator<readonly [name: string, id: ObjectId]> {
  for (const mergeRequest of store.mergeRequests.by('target_project_id', id)) {
    if (mergeRequest.deleted_at !== null) continue
    const head = headOf(store, mergeRequest)
    if (head !== undefined) yield [`refs/merge-requests/${mergeRequest.iid}/head`, head]
  }
  for (const { id: pipeline, sha, finished_at, status } of store.pipelines.by('project_id', id)) {
    const isOver = finished_at !== null || !['created', 'pending', 'running'].includes(status)
    if (!isOver) yield [`refs/pipelines/${pipeline}`, sha]
  }
  for (const { iid, sha, environment_id } of store.deployments.by('project_id', id)) {
    const environment = store.environments.get(environment_id)
    if (!environment) continue
    yield [`refs/environments/${environmentSlug(environment)}/deployments/${iid}`, sha]
  }
}
