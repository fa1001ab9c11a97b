/**
 * Freezes a value with everything in it, and returns it; what is frozen already is so to the bottom. Bytes stay as
 * they are, as JavaScript freezes none.
 */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  if (value instanceof Map) readOnlyMap(value)
  else for (const inner of Object.values(value)) if (typeof inner === 'object') freezeDeep(inner)
  return Object.freeze(value)
}

/** What changes a Map refuses to: freezing alone takes none of it away. */
const readOnly: object = Object.create(Map.prototype, {
  set: { value: refuse },
  delete: { value: refuse },
  clear: { value: refuse },
})

/** Makes a Map of texts or numbers read-only. Its copies, `new Map(map)`, may change. */
export function readOnlyMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return Object.setPrototypeOf(map, readOnly)
}

function refuse(): never {
  throw new TypeError('This Map belongs to a record, and records do not change: copy it first.')
}
