import { createViewer } from '../../gitlab/access/viewer.ts'
import { addressesUnder } from '../../gitlab/domain/addresses.ts'
import type { Consequences, Context, SystemContext } from '../../gitlab/domain/context.ts'
import { ensureSettings } from '../../gitlab/domain/instance-settings.ts'
import { worldRelease } from '../../gitlab/domain/release.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { Store } from '../../store/store.ts'

/** The contexts in which a seed is loaded: author and time. */
interface Contexts {
  /** Returns the context for an action of a user at a time; permissions are not checked. */
  as(user: UserRecord, time: string): Context
  /** Returns the context for an action of the forge itself. */
  alone(time: string): SystemContext
}

interface Source {
  readonly store: Store
  readonly consequences: Consequences
  random(): number
}

/** The addresses under which links in texts count as links to the forge. */
const ownAddresses = addressesUnder('http://127.0.0.1:8080')

export function createContexts(source: Source): Contexts {
  const { store } = source
  const always = { ...source, release: worldRelease, addresses: ownAddresses, fire: sendNothing }

  // Spreading one object last copies it as a whole; fields after it would each take many times as long.
  function alone(now: string): SystemContext {
    return { now, today: now.slice(0, 10), settings: ensureSettings(store), ...always }
  }

  return {
    alone,
    as(user, time) {
      const context = alone(time)
      return { viewer: createViewer({ store, user, today: context.today }), ...context }
    },
  }
}

/** Discards messages: loading a seed sends no deliveries to hooks. */
function sendNothing(): void {}
