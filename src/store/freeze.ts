/**
 * Freezes a value deeply and returns it; a frozen value is known to be deeply frozen. Bytes are left as they are, since
 * JavaScript cannot freeze them.
 */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  if (value instanceof Map) readOnlyMap(value)
  else for (const inner of Object.values(value)) if (typeof inner === 'object') freezeDeep(inner)
  return Object.freeze(value)
}

/** The mutating methods of a Map, replaced by a refusal: Object.freeze does not disable them. */
const readOnly: object = Object.create(Map.prototype, {
  set: { value: refuse },
  delete: { value: refuse },
  clear: { value: refuse },
})

/** Makes a Map of primitive values read-only. Its copies, `new Map(map)`, can be changed. */
export function readOnlyMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return Object.setPrototypeOf(map, readOnly)
}

function refuse(): never {
  throw new TypeError('This Map belongs to a record, and records do not change: copy it first.')
}
