import type { Forge } from '../../../src/forge/forge.ts'
import { readCall } from '../mutants/call.ts'
import { answer } from '../mutants/faults/operations.ts'
import type { Fault } from '../mutants/mutant.ts'

/** Ids as an old server has them: they begin high, and after each write some are left out. */
export function sparseIds(): Fault {
  return (context) => {
    const { forge } = context
    skipIds(forge, 5_000_000)
    let count = 0
    return async (request) => {
      const call = await readCall(request)
      const response = await answer(call, context)
      if (call.method === 'GET' || !response.ok) return response
      context.hit()
      skipIds(forge, 1 + (++count % 13))
      return response
    }
  }
}

function skipIds(forge: Forge, gap: number): void {
  const present = forge.snapshot()
  const tables = Object.entries(present).map(([name, table]) => [
    name,
    { ...table, nextId: table.nextId + gap },
  ])
  forge.restore({ ...present, ...Object.fromEntries(tables) })
}
