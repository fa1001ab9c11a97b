import type { Forge } from '../../../../src/forge/forge.ts'
import type { Snapshot } from '../../../../src/store/store.ts'
import { type Call, readCall, toRequest } from '../call.ts'
import { type Json, readJson } from '../json.ts'
import type { Fault, FaultContext, OperationId } from '../mutant.ts'
import { answer, on } from './operations.ts'

/** Answers a write well and forgets it: it happens in a fork of the forge. */
export function lose(
  operations: OperationId | readonly OperationId[],
  isMeant: (call: Call) => boolean = () => true,
): Fault {
  return on(operations, async (call, context) => {
    if (!isMeant(call)) return answer(call, context)
    const response = await context.forge.fork().fetch(toRequest(call))
    if (!response.ok) return response
    context.hit()
    return response
  })
}

/** Answers reads from the world as it was before the last write. */
export function staleReads(operations: OperationId | readonly OperationId[]): Fault {
  const ids = new Set<OperationId | undefined>([operations].flat())
  return (context) => {
    let before: Snapshot | undefined
    return async (request) => {
      const call = await readCall(request)
      if (call.method !== 'GET') before = context.forge.snapshot()
      if (!ids.has(call.operation) || !before) return answer(call, context)
      const past = context.forge.fork()
      past.restore(before)
      const response = await past.fetch(toRequest(call))
      if (response.status === 401) return answer(call, context)
      context.hit()
      return response
    }
  }
}

/**
 * Changes the world beside a call that succeeds: `prepare` looks at it, and may change it, before
 * the call; what it returns is done after it.
 */
export function beside(
  operations: OperationId | readonly OperationId[],
  prepare: (forge: Forge, call: Call) => ((json: Json | undefined) => void) | undefined,
): Fault {
  return on(operations, async (call, context) => {
    const finish = prepare(context.forge, call)
    const response = await answer(call, context)
    if (!response.ok || !finish) return response
    context.hit()
    finish(await readJson(response))
    return response
  })
}

/** Does not record the events of some calls. */
export function loseEvents(operations: OperationId | readonly OperationId[]): Fault {
  return beside(operations, ({ db }) => {
    const known = new Set(db.events.all().map(({ id }) => id))
    return () => db.events.removeAll(db.events.all().filter(({ id }) => !known.has(id)))
  })
}

/** Where the healthy server refuses a call, does something else and answers with success. */
export function acceptInstead(
  operation: OperationId,
  status: number,
  accept: (call: Call, context: FaultContext) => Promise<Response | undefined>,
): Fault {
  return on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (response.status !== status) return response
    const accepted = await accept(call, context)
    if (!accepted) return response
    context.hit()
    return accepted
  })
}

/** Where the healthy server refuses, or answers 304: the resource itself, read at another path. */
export function answerResource(
  operation: OperationId,
  from: number,
  to: number,
  resource: (call: Call) => string,
): Fault {
  return acceptInstead(operation, from, async (call, context) => {
    const url = new URL(resource(call), call.url)
    const read = await answer({ ...call, method: 'GET', url, bytes: undefined }, context)
    return read.ok ? new Response(read.body, { status: to, headers: read.headers }) : undefined
  })
}

/** Runs a call while the world is otherwise, and puts that back afterwards. */
export async function whileChanged(
  change: () => () => void,
  run: () => Promise<Response>,
): Promise<Response> {
  const putBack = change()
  try {
    return await run()
  } finally {
    putBack()
  }
}
