/** A cache limited by its total size in bytes, which evicts the least recently used values. */
export interface ByteLimitedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value, bytes: number): void
}

/** The overhead of an entry, in bytes. */
const BYTES_OF_AN_ENTRY = 100

export function createByteLimitedMap<Key, Value>(limit: number): ByteLimitedMap<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly bytes: number }>()
  let total = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, own) {
      const bytes = own + BYTES_OF_AN_ENTRY
      total += bytes - (entries.get(key)?.bytes ?? 0)
      entries.delete(key)
      entries.set(key, { value, bytes })
      for (const [oldest, entry] of entries) {
        if (total <= limit) return
        entries.delete(oldest)
        total -= entry.bytes
      }
    },
  }
}
