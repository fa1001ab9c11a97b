/** The maximum number of entries, and the time after which an unused entry is evicted. */
export interface Limits {
  readonly most: number
  /** In milliseconds; Infinity keeps entries forever. */
  readonly timeToLive: number
}

/** Entries by name. The least recently used entry is evicted first. */
export interface EntryList<E> {
  /** Finds an entry, which counts as a use of it. */
  use(name: string): E | undefined
  has(name: string): boolean
  /** Lists the entries, the least recently used first. */
  all(): readonly E[]
  /**
   * Adds an entry. `usedAt` is the time of its last use, if it was used before; such entries are added in the order of
   * that time.
   */
  add(name: string, entry: E, usedAt?: number): void
  remove(name: string): E | undefined
}

interface UsedEntry<E> {
  readonly entry: E
  readonly usedAt: number
}

/**
 * Keeps the most recently used entries. Expired entries are evicted on the next access to the list, which calls
 * `onEvict` with each. `now` is a monotonic clock in milliseconds.
 */
export function createEntryList<E>(
  { most, timeToLive }: Limits,
  now: () => number,
  onEvict: (entry: E) => void,
): EntryList<E> {
  // The map keeps its entries in the order of their last use.
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
