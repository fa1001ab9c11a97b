import { vi } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { Table } from '../../src/store/table.ts'
import type { AnyRecord } from '../invariants/world.ts'

/** What the records and the ids that come next are, to the last bit: records are never changed. */
export function stateOf(forge: Forge): ReadonlyMap<string, readonly (AnyRecord | number)[]> {
  return new Map(
    Object.entries(forge.snapshot()).map(([name, { records, nextId }]) => [
      name,
      [...(records as readonly AnyRecord[]), nextId],
    ]),
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

/** The verbs of a table that write. */
const verbs = ['insert', 'replace', 'replaceAll', 'removeAll', 'reserveIds'] as const

/**
 * Runs a step in which the nth write to the records fails, and says how many were tried. Writes
 * are counted from 1; with 0 none fails.
 */
export async function withFailingWrite(nth: number, step: () => unknown): Promise<number> {
  let writes = 0
  const spies = verbs.map((verb) => {
    const write = Table.prototype[verb] as (...values: unknown[]) => unknown
    return vi.spyOn(Table.prototype, verb).mockImplementation(function (
      this: never,
      ...values: unknown[]
    ) {
      writes += 1
      if (writes === nth) throw new FailedWrite(`The write ${nth} fails.`)
      return write.apply(this, values) as never
    })
  })
  try {
    await step()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return writes
}
