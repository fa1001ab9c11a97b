import { createViewer, type Viewer } from '../../gitlab/access/viewer.ts'
import { addressesUnder } from '../../gitlab/domain/addresses.ts'
import {
  type Consequences,
  type Context,
  type SystemContext,
  systemContext,
} from '../../gitlab/domain/context.ts'
import { worldRelease } from '../../gitlab/domain/release.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { Store } from '../../store/store.ts'

/** In whose name and when something is done while a seed is loaded. */
interface Contexts {
  /** The context in which a user does something at a time; nobody is asked for permission. */
  as(user: UserRecord, time: string): Context
  /** The context in which the forge does something by itself. */
  alone(time: string): SystemContext
}

interface Source {
  readonly store: Store
  readonly consequences: Consequences
  random(): number
}

/** Links in texts that lead to this address lead to the forge. */
const ownAddresses = addressesUnder('http://127.0.0.1:8080')

/**
 * A seed takes many steps, few of which change who may do what: what does not change between two of them is
 * made once.
 */
export function createContexts(source: Source): Contexts {
  const { store } = source
  const viewers = viewersOf(store)
  let work: SystemContext | undefined

  function alone(now: string): SystemContext {
    if (work === undefined || work.settings !== store.settings.all()[0]) {
      work = {
        ...systemContext({ ...source, release: worldRelease, now }, ownAddresses, []),
        fire: sendNothing,
      }
    }
    return { ...work, now, today: now.slice(0, 10) }
  }

  return {
    alone,
    as(user, time) {
      const context = alone(time)
      return { ...context, viewer: viewers(user, context.today) }
    },
  }
}

/** So many are kept: what happens on many days in no order comes back to the same ones. */
const MAX_VIEWERS = 2000

/** Finds the viewer that a user is on a day, the same one until something changes who may do what. */
function viewersOf(store: Store): (user: UserRecord, today: string) => Viewer {
  const known = new Map<string, Viewer>()
  let version = accessVersion(store)
  return (user, today) => {
    const current = accessVersion(store)
    if (current !== version || known.size >= MAX_VIEWERS) known.clear()
    version = current
    const key = `${user.id} ${today}`
    const viewer = known.get(key) ?? createViewer({ store, user, today })
    known.set(key, viewer)
    return viewer
  }
}

/** No hook is sent what a seed says. */
function sendNothing(): void {}

/** Another number after each write to what decides who may do what. */
function accessVersion({ users, members, groupLinks, namespaces, projects }: Store): number {
  const { version } = users
  return version + members.version + groupLinks.version + namespaces.version + projects.version
}
