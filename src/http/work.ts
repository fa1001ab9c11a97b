import type { HookMessage } from '../activity/hook-message.ts'
import type { Work } from '../operations/operation.ts'
import { addressesUnder } from '../resources/addresses.ts'
import type { Store } from '../store/store.ts'

interface Source {
  readonly store: Store
  /** ISO 8601. */
  now(): string
  random(): number
}

/** What one step of the forge is given of the world: the time stands still while it is taken. */
export function workUnder(source: Source, origin: string, messages: HookMessage[]): Work {
  const { store, random } = source
  const now = source.now()
  return {
    store,
    settings: settingsOf(store),
    now,
    today: now.slice(0, 10),
    random,
    addresses: addressesUnder(origin),
    fire: (message) => messages.push(message),
  }
}

function settingsOf(store: Store) {
  const [settings] = store.settings.all()
  return settings ?? store.settings.insert({})
}
