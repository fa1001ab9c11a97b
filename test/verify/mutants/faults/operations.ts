import { type Call, readCall, toRequest } from '../call.ts'
import type { Fault, FaultContext, OperationId } from '../mutant.ts'

export type Act = (call: Call, context: FaultContext) => Promise<Response>

/** Acts on the calls of some operations; every other call is answered as it should be. */
export function on(operations: OperationId | readonly OperationId[], act: Act): Fault {
  const ids = new Set<OperationId | undefined>([operations].flat())
  return onCalls(({ operation }) => ids.has(operation), act)
}

export function onCalls(isMeant: (call: Call) => boolean, act: Act): Fault {
  return (context) => async (request) => {
    const call = await readCall(request)
    return isMeant(call) ? act(call, context) : answer(call, context)
  }
}

/** The healthy answer. */
export const answer = (call: Call, { forge }: FaultContext): Promise<Response> =>
  forge.fetch(toRequest(call))
