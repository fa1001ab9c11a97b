/**
 * Values by key, of which only so many are kept: one more, and the one that was not asked for
 * longest goes.
 */
export interface LimitedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** @param limit - how many values are kept at most. */
export function createLimitedMap<Value>(limit: number): LimitedMap<Value> {
  const values = new Map<string, Value>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= limit) return
      for (const oldest of values.keys()) {
        values.delete(oldest)
        return
      }
    },
  }
}
