import type { Identity } from '../gitlab/access/credentials.ts'
import { Moment } from '../gitlab/domain/moment.ts'
import type { Contents } from '../store/contents.ts'
import type { Store } from '../store/store.ts'

/** Whose view of the world it is, on what day, and under which address. */
export interface View extends Omit<Identity, 'credential'> {
  readonly today: string
  readonly origin: string
}

/** So many moments are shared with the other worlds that hold the same records: the latest. */
const mostShared = 10

/**
 * Gives the object that stands for the world as it is in a view: the same one until something is
 * written, in this world and in those that went on from the same snapshot. What is derived from the
 * world may be kept by it.
 */
export function momentsOf(store: Pick<Store, 'contents'>, view: View): () => Moment {
  let { contents } = store
  let moment: Moment | undefined
  return () => {
    if (contents !== store.contents) moment = undefined
    contents = store.contents
    moment ??= sharedMoment(contents, keyOf(view))
    return moment
  }
}

function keyOf({ user, sudoer, showsPrivateToken, today, origin }: View): string {
  return `${user?.id} ${sudoer?.id} ${showsPrivateToken} ${today} ${origin}`
}

function sharedMoment({ derived }: Contents, key: string): Moment {
  const known = derived.get(key)
  const moment = known instanceof Moment ? known : new Moment()
  derived.delete(key)
  derived.set(key, moment)
  for (const oldest of derived.keys()) {
    if (derived.size <= mostShared) break
    derived.delete(oldest)
  }
  return moment
}
