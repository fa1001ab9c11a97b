import type { ProjectRecord } from '../../../store/models/project.ts'
import type { StarRecord } from '../../../store/models/star.ts'
import { starKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'

/** Stars a project in the caller's name, at most once. The star counts in `star_count`. */
export function starProject(context: Context, project: ProjectRecord): void {
  const { store, viewer, now } = context
  if (starOf(context, project)) return
  store.stars.insert({ user_id: viewer.signedIn().id, project_id: project.id, created_at: now })
}

/** Removes the caller's star of a project. */
export function unstarProject(context: Context, project: ProjectRecord): void {
  const star = starOf(context, project)
  if (star) context.store.stars.remove(star)
}

/** Returns the caller's star of a project, if there is one. */
export function starOf({ store, viewer }: Context, { id }: ProjectRecord): StarRecord | undefined {
  return store.stars.one('star', starKey(viewer.signedIn().id, id))
}
