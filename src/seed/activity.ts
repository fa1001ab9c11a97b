import { actionOf, pushedRecord } from '../domain/repositories/pushes.ts'
import { moveReference, repositoryOf } from '../domain/repositories/repositories.ts'
import type { ObjectId } from '../git/objects.ts'
import type { Signature } from '../git/signature.ts'
import { folded } from '../store/collections.ts'
import type { EventAction, EventRecord } from '../store/models/event.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Loading } from './loading.ts'

type About = Pick<EventRecord, 'target_type' | 'target_id' | 'target_title' | 'data'>

interface Happening extends Partial<About> {
  readonly author_id: number
  readonly at: string
}

/** Adds what the activity lists tell of; the project was active then. */
export function loadEvent(
  { store }: Loading,
  project: ProjectRecord,
  action: EventAction,
  { at, ...about }: Happening,
): void {
  store.events.insert({ ...about, action_name: action, project_id: project.id, created_at: at })
  const current = store.projects.get(project.id)
  if (current && at > current.last_activity_at) {
    store.projects.replace(current, { last_activity_at: at })
  }
}

/** Moves a ref (full name), and records the push of whoever signed. */
export function loadPush(
  loading: Loading,
  project: ProjectRecord,
  ref: string,
  after: ObjectId,
  { email, time }: Signature,
): void {
  const { store } = loading
  const push = { project, ref, before: repositoryOf(store, project).refs.get(ref), after }
  moveReference(store, project, ref, after)
  const user = store.users.one('email', folded(email))
  // Git keeps less of an odd address than the user has.
  if (!user) return
  loadEvent(loading, project, actionOf(push), {
    author_id: user.id,
    at: new Date(time * 1000).toISOString(),
    data: pushedRecord(store, push, user),
  })
}
