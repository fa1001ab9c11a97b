import { createViewer, type Viewer } from '../access/viewer.ts'
import { addressesUnder } from '../domain/addresses.ts'
import {
  type Consequences,
  type Context,
  type SystemContext,
  systemContext,
} from '../domain/context.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'

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
  const viewers = new Map<number, { viewer: Viewer; today: string; version: number }>()
  let work: SystemContext | undefined

  function alone(now: string): SystemContext {
    if (work === undefined || work.settings !== store.settings.all()[0]) {
      work = systemContext({ ...source, now }, ownAddresses, [])
    }
    return { ...work, now, today: now.slice(0, 10), fire: toNobody }
  }

  function viewerOf(user: UserRecord, today: string): Viewer {
    const version = accessVersion(store)
    const known = viewers.get(user.id)
    if (known?.version === version && known.today === today && known.viewer.user === user) {
      return known.viewer
    }
    const viewer = createViewer({ store, user, today })
    viewers.set(user.id, { viewer, today, version })
    return viewer
  }

  return {
    alone,
    as(user, time) {
      const context = alone(time)
      return { ...context, viewer: viewerOf(user, context.today) }
    },
  }
}

/** Hooks tell nobody of what a seed says. */
function toNobody(): void {}

/** Another number after each write to what decides who may do what. */
function accessVersion({ users, members, groupLinks, namespaces, projects }: Store): number {
  const { version } = users
  return version + members.version + groupLinks.version + namespaces.version + projects.version
}
