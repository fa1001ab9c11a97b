import type { ProjectRecord } from '../../store/models/project.ts'
import type { StarRecord } from '../../store/models/star.ts'
import type { Context } from '../context.ts'

/** Stars a project in the caller's name: it counts among `star_count`, and is listed as starred. */
export function starProject({ store, viewer }: Context, { id }: ProjectRecord): StarRecord {
  return store.stars.insert({ user_id: viewer.signedIn().id, project_id: id })
}
