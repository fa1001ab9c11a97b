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

interface Kept<E> {
  readonly entry: E
  readonly usedAt: number
}

/**
 * Keeps the entries that were used last. Those that nobody used for too long are let go when the
 * list is next looked at; `onLetGo` is told of each that the list itself lets go. `now` tells
 * milliseconds from any start.
 */
export function createEntryList<E>(
  { most, timeToLive }: Limits,
  now: () => number,
  onLetGo: (entry: E) => void,
): EntryList<E> {
  // The order of the map is that of their use.
  const kept = new Map<string, Kept<E>>()

  function letGoWhile(isTooMuch: (oldest: Kept<E>) => boolean): void {
    for (const [name, oldest] of kept) {
      if (!isTooMuch(oldest)) return
      kept.delete(name)
      onLetGo(oldest.entry)
    }
  }
  const letGoUnused = () => letGoWhile(({ usedAt }) => now() - usedAt > timeToLive)

  function put(name: string, entry: E, usedAt = now()): void {
    kept.delete(name)
    kept.set(name, { entry, usedAt })
  }

  return {
    use(name) {
      letGoUnused()
      const found = kept.get(name)
      if (found) put(name, found.entry)
      return found?.entry
    },
    has(name) {
      letGoUnused()
      return kept.has(name)
    },
    all() {
      letGoUnused()
      return [...kept.values()].map(({ entry }) => entry)
    },
    add(name, entry, usedAt) {
      letGoUnused()
      put(name, entry, usedAt)
      letGoWhile(() => kept.size > most)
    },
    remove(name) {
      const found = kept.get(name)
      kept.delete(name)
      return found?.entry
    },
  }
}
