import type { Values } from '../shared-tools.ts'

/** JSON with every object in it changed, those inside others first. */
export function deeply(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deeply(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(
    ([name, value]) => [name, deeply(value, change)] as const,
  )
  return change(Object.fromEntries(entries))
}

/** The set of a key, which there is from now on. */
export function setOf<Key, Item>(sets: Map<Key, Set<Item>>, key: Key): Set<Item> {
  const found = sets.get(key) ?? new Set<Item>()
  sets.set(key, found)
  return found
}

/** A path as Git writes it where it may only use ASCII: `"caf\303\251.txt"`. */
export function quotedByGit(path: string): string {
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const letters = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${letters.join('')}"`
}

/** The records in the order of their creation, the newest first. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))
