import type { Snapshot } from '../../../src/store/store.ts'
import { readCall } from '../mutants/call.ts'
import { answer } from '../mutants/faults/operations.ts'
import type { Fault } from '../mutants/mutant.ts'

/** Ids as an old server has them: they begin high, and after each write some are left out. */
export function sparseIds(): Fault {
  return (context) => {
    const { forge } = context
    forge.restore(farther(forge.snapshot(), 5_000_000))
    let count = 0
    return async (request) => {
      const call = await readCall(request)
      const response = await answer(call, context)
      if (call.method === 'GET' || !response.ok) return response
      context.hit()
      forge.restore(farther(forge.snapshot(), 1 + (++count % 13)))
      return response
    }
  }
}

function farther(snapshot: Snapshot, gap: number): Snapshot {
  const collections = Object.entries(snapshot).map(([name, { records, nextId }]) => [
    name,
    { records, nextId: nextId + gap },
  ])
  return Object.fromEntries(collections) as Snapshot
}
