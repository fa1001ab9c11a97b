import type { Call } from '../call.ts'
import { withoutLength } from '../json.ts'
import { connectionClosed, type Fault, type OperationId } from '../mutant.ts'
import { answer, on } from './operations.ts'

type Operations = OperationId | readonly OperationId[]

/** Never answers. */
export const stall = (operations: Operations): Fault =>
  on(operations, (_call, context) => {
    context.hit()
    return new Promise<Response>(() => {})
  })

/** Sends the head and half of the body, and then nothing. */
export const stallHalfway = (operations: Operations): Fault =>
  on(operations, async (call, context) => {
    const response = await answer(call, context)
    context.hit()
    const bytes = new Uint8Array(await response.arrayBuffer())
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)))
      },
    })
    return new Response(body, { status: response.status, headers: withoutLength(response.headers) })
  })

/** Ends the connection without an answer. */
export const hangUp = (operations: Operations): Fault =>
  on(operations, async (_call, context) => {
    context.hit()
    throw connectionClosed
  })

/** Sends the body to its middle and ends there, so that it is no JSON. */
export const cutShort = (operations: Operations): Fault =>
  replaceBody(operations, (text) => text.slice(0, Math.floor(text.length / 2)))

/** The page of a proxy in place of the answer, with the status of success. */
export const answerHtml = (operations: Operations): Fault =>
  replaceBody(operations, () => '<!DOCTYPE html><title>Please wait</title>', 'text/html')

/** The same JSON as text of another type. */
export const answerAs = (operations: Operations, type: string): Fault =>
  replaceBody(operations, (text) => text, type)

function replaceBody(
  operations: Operations,
  replace: (text: string, call: Call) => string,
  type?: string,
): Fault {
  return on(operations, async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok) return response
    context.hit()
    const headers = withoutLength(response.headers)
    if (type) headers.set('content-type', type)
    return new Response(replace(await response.text(), call), { status: response.status, headers })
  })
}
