/** How many entries are kept, and for how long when nobody uses them. */
export interface Limits {
  readonly most: number
  /** In milliseconds; Infinity for ever. */
  readonly timeToLive: number
}

/** Entries by name, of which the longest unused goes first. */
export interface EntryList<E> {
  /** Finding an entry is using it. */
  use(name: string): E | undefined
  has(name: string): boolean
  /** The longest unused first. */
  all(): readonly E[]
  /** `usedAt` is given where it was used before; entries are added in that order then. */
  add(name: string, entry: E, usedAt?: number): void
  remove(name: string): E | undefined
}

interface UsedEntry<E> {
  readonly entry: E
  readonly usedAt: number
}

/**
 * Keeps the entries that were used last. Those that nobody used for too long are evicted when the list is
 * next asked; `onEvict` is called with each that the list itself evicts. `now` is a clock in milliseconds
 * from any start.
 */
export function createEntryList<E>(
  { most, timeToLive }: Limits,
  now: () => number,
  onEvict: (entry: E) => void,
): EntryList<E> {
  // The order of the map is that of their use.
  const entries = new Map<string, UsedEntry<E>>()

  function evictWhile(isTooMuch: (oldest: UsedEntry<E>) => boolean): void {
    for (const [name, oldest] of entries) {
      if (!isTooMuch(oldest)) return
      entries.delete(name)
      onEvict(oldest.entry)
    }
  }
  const evictUnused = () => evictWhile(({ usedAt }) => now() - usedAt > timeToLive)

  function put(name: string, entry: E, usedAt = now()): void {
    entries.delete(name)
    entries.set(name, { entry, usedAt })
  }

  return {
    use(name) {
      evictUnused()
      const found = entries.get(name)
      if (found) put(name, found.entry)
      return found?.entry
    },
    has(name) {
      evictUnused()
      return entries.has(name)
    },
    all() {
      evictUnused()
      return [...entries.values()].map(({ entry }) => entry)
    },
    add(name, entry, usedAt) {
      evictUnused()
      put(name, entry, usedAt)
      evictWhile(() => entries.size > most)
    },
    remove(name) {
      const found = entries.get(name)
      entries.delete(name)
      return found?.entry
    },
  }
}
