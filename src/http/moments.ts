import type { Identity } from '../access/credentials.ts'
import type { Store } from '../store/store.ts'

/** Whose view of the world it is, on what day, and under which address. */
export interface Perspective extends Omit<Identity, 'credential'> {
  readonly today: string
  readonly origin: string
}

/** So many perspectives of a world are told apart at once. */
const mostPerspectives = 100

/**
 * Gives objects that stand for the world as it is, seen from a perspective: the same one until
 * something is written. What is derived from the world may be kept by it.
 */
export function createMoments(store: Store): (perspective: Perspective) => () => object {
  let version = store.version
  const moments = new Map<string, object>()
  return ({ user, sudoer, showsPrivateToken, today, origin }) => {
    const key = `${user?.id} ${sudoer?.id} ${showsPrivateToken} ${today} ${origin}`
    return () => {
      if (version !== store.version || moments.size > mostPerspectives) moments.clear()
      version = store.version
      const moment = moments.get(key) ?? {}
      moments.set(key, moment)
      return moment
    }
  }
}
