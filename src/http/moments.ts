import type { Identity } from '../access/credentials.ts'
import type { Store } from '../store/store.ts'

/** Whose view of the world it is, on what day, and under which address. */
export interface Perspective extends Omit<Identity, 'credential'> {
  readonly today: string
  readonly origin: string
}

/** So many perspectives of a world are told apart at once. */
const mostPerspectives = 100

/** So many of them are shared with the other worlds that hold the same records: the latest. */
const mostShared = 10

/** The latest moments of all worlds that hold the same records. */
const shared = new WeakMap<object, Map<string, object>>()

/**
 * Gives objects that stand for the world as it is, seen from a perspective: the same one until
 * something is written, in this world and in those that went on from the same snapshot. What is derived
 * from the world may be kept by it.
 */
export function createMoments(
  store: Pick<Store, 'contents'>,
): (perspective: Perspective) => () => object {
  let contents = store.contents
  const moments = new Map<string, object>()
  return ({ user, sudoer, showsPrivateToken, today, origin }) => {
    const key = `${user?.id} ${sudoer?.id} ${showsPrivateToken} ${today} ${origin}`
    return () => {
      if (contents !== store.contents || moments.size > mostPerspectives) moments.clear()
      contents = store.contents
      const known = moments.get(key)
      if (known) return known
      const moment = sharedMoment(contents, key)
      moments.set(key, moment)
      return moment
    }
  }
}

function sharedMoment(contents: object, key: string): object {
  const others = shared.get(contents) ?? new Map<string, object>()
  shared.set(contents, others)
  const moment = others.get(key) ?? {}
  others.delete(key)
  others.set(key, moment)
  for (const oldest of others.keys()) if (others.size > mostShared) others.delete(oldest)
  return moment
}
