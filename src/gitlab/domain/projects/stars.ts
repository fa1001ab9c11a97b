import type { ProjectRecord } from '../../../store/models/project.ts'
import { starKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'

/**
 * Stars a project in the caller's name: it counts among `star_count`, and is listed as starred. A
 * user has one star for each project.
 */
export function starProject({ store, viewer, now }: Context, { id }: ProjectRecord): void {
  const { id: userId } = viewer.signedIn()
  const isThere = store.stars.one('star', starKey(userId, id)) !== undefined
  if (!isThere) store.stars.insert({ user_id: userId, project_id: id, created_at: now })
}
