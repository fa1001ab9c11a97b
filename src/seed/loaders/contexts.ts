import { createViewer } from '../../gitlab/access/viewer.ts'
import { addressesUnder } from '../../gitlab/domain/addresses.ts'
import type { Consequences, Context, SystemContext } from '../../gitlab/domain/context.ts'
import { ensureSettings } from '../../gitlab/domain/instance-settings.ts'
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

export function createContexts(source: Source): Contexts {
  const { store } = source
  const always = { ...source, release: worldRelease, addresses: ownAddresses, fire: sendNothing }

  // What is spread last is copied as a whole: fields after it would take many times as long each.
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

/** No hook is sent what a seed says. */
function sendNothing(): void {}
