import type { Store } from '../../store/store.ts'
import { maskPlaces } from './masking.ts'
import { createSecretIndex } from './secret-index.ts'
import { worldSecrets } from './world-secrets.ts'

/** How many secrets are kept whether the world holds them or not: the latest. */
const MAX_FORMER_SECRETS = 1000

/** A text without the secrets that are known, those in `more`, and those in their places. */
export type Masker = (text: string, more?: readonly string[]) => string

/** The secrets of a world, taken out of whatever is shown of it. */
export interface KnownSecrets {
  /** What takes the secrets that the world holds now, and those given, out of texts; it is not to be kept. */
  masker(secrets?: readonly string[]): Masker
  /** Notes secrets that the world was given: they stay secret when it holds others in their place. */
  remember(secrets: Iterable<string>): void
  /** Forgets the secrets that the world held once: it begins anew. */
  forgetFormer(): void
}

/**
 * Knows the secrets that a store holds: tokens, passwords, and those in addresses. The world is looked
 * through when they are first asked for, and after a restore; each write brings along what it changes.
 * Those that it held before stay secrets: a text may still quote a password that was changed since.
 */
export function createKnownSecrets(store: Store): KnownSecrets {
  const world = worldSecrets(store)
  const index = createSecretIndex()
  const former = new Set<string>()
  /** How often the world holds each. */
  let present = new Map<string, number>()
  let isRead = false

  function added(secret: string): void {
    if (!isRead) return
    const count = present.get(secret) ?? 0
    present.set(secret, count + 1)
    if (count === 0) index.add(secret)
  }

  function removed(secret: string): void {
    // What goes before anybody asked is not to be found any more when somebody does.
    if (!isRead) {
      remember([secret])
      return
    }
    const count = present.get(secret) ?? 0
    if (count > 1) {
      present.set(secret, count - 1)
      return
    }
    present.delete(secret)
    remember([secret])
  }

  function readWorld(): void {
    isRead = true
    const before = present
    present = new Map()
    index.clear()
    world.read(added)
    for (const secret of former) index.add(secret)
    remember([...before.keys()].filter((secret) => !present.has(secret)))
  }

  function remember(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      former.delete(secret)
      former.add(secret)
      index.add(secret)
    }
    for (const oldest of former) {
      if (former.size <= MAX_FORMER_SECRETS) return
      former.delete(oldest)
      if (!present.has(oldest)) index.delete(oldest)
    }
  }

  world.watch({ added, removed, replaced: () => (isRead = false) })

  return {
    masker(secrets = []) {
      if (!isRead) readWorld()
      return (text, more = []) => maskPlaces(maskGiven(index.mask(text), [...secrets, ...more]))
    },
    remember,
    forgetFormer() {
      former.clear()
      present = new Map()
      isRead = false
    },
  }
}

/** Of a text most are none: those that stand in it are sought first. */
function maskGiven(text: string, secrets: readonly string[]): string {
  const standing = secrets.filter((secret) => text.includes(secret))
  return standing.length === 0 ? text : createSecretIndex(standing).mask(text)
}
