/**
 * Freezes a value with everything in it, and returns it. Bytes stay as they are, as JavaScript
 * freezes none; for the entries of a Map see `readOnlyMap`.
 */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) if (typeof inner === 'object') freezeDeep(inner)
  return Object.freeze(value)
}

/** Takes away what changes a Map, which freezing does not. Its copies, `new Map(map)`, may change. */
export function readOnlyMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  for (const name of ['set', 'delete', 'clear']) Object.defineProperty(map, name, { value: refuse })
  return map
}

function refuse(): never {
  throw new TypeError('This Map belongs to a record, and records do not change: copy it first.')
}
