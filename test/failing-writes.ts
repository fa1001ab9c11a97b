import type { Forge } from '../src/forge/forge.ts'
import type { AnyRecord } from './invariants/world.ts'

/** What the records and the ids that come next are, to the last bit: records are never changed. */
export function stateOf(forge: Forge): ReadonlyMap<string, readonly (AnyRecord | number)[]> {
  return new Map(
    Object.entries(forge.db).map(([name, collection]) => {
      const { records, nextId } = collection.snapshot()
      return [name, [...(records as readonly AnyRecord[]), nextId]]
    }),
  )
}

/** The collections whose records, or next id, are others than before. */
export function changedCollections(
  before: ReturnType<typeof stateOf>,
  after: ReturnType<typeof stateOf>,
): string[] {
  return [...before]
    .filter(([name, parts]) => {
      const others = after.get(name) ?? []
      return parts.length !== others.length || parts.some((part, index) => part !== others[index])
    })
    .map(([name]) => name)
}

/** The error of a write that a test makes fail. */
export class FailedWrite extends Error {
  override name = 'FailedWrite'
}

/**
 * Runs a step in which the nth write to the records fails, and says how many were tried. Writes
 * are counted from 1; with 0 none fails.
 */
export async function withFailingWrite(
  { db }: Forge,
  nth: number,
  step: () => unknown,
): Promise<number> {
  const collections = Object.values(db)
  const listeners = collections.map(({ onWrite }) => onWrite)
  let writes = 0
  for (const [index, collection] of collections.entries()) {
    collection.onWrite = (undo) => {
      writes += 1
      if (writes === nth) throw new FailedWrite(`The write ${nth} fails.`)
      listeners[index]?.(undo)
    }
  }
  try {
    await step()
  } finally {
    for (const [index, collection] of collections.entries()) {
      const listener = listeners[index]
      if (listener) collection.onWrite = listener
    }
  }
  return writes
}
