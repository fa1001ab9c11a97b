import { faultStatus } from '../contract/errors.ts'
import { joinBytes } from '../git/join-bytes.ts'
import type { Store } from '../store/store.ts'
import { apiNameOf, type Call } from './call.ts'
import type { FaultEffect, FaultHit, FaultSource } from './fault-source.ts'
import { isOfConsole } from './of-console.ts'
import { type Answer, errorAnswer, type Rendered, render } from './response.ts'

/** The parts of the forge that applying a fault needs. */
export interface FaultOptions {
  readonly store: Store
  readonly faults: FaultSource
  /** The world before the last write; undefined where it is not kept. */
  storeBefore(): Store | undefined
  /** Resolves to true after a number of milliseconds, or to false where the client gave up before. */
  wait(milliseconds: number, signal: AbortSignal): Promise<boolean>
}

/**
 * Finds the fault that hits a request, and notes it in the call, so that the hit is counted once. `path` is the path
 * below the base path of the API, which criteria are compared with.
 */
export function findFault(
  { faults }: FaultOptions,
  call: Call,
  path: string | undefined = call.address.path,
): FaultHit | null {
  const { api } = call.address
  const [operation, user] = [call.operation?.id, call.viewer?.user?.username]
  const request = { api: api?.name, operation, method: call.request.method, path, user }
  call.fault = isOfConsole(call.request) ? null : (faults.hit(request) ?? null)
  return call.fault
}

/** Applies a fault before a request is executed. Returns the response, or the world to answer from. */
export async function applyFaultBefore(
  options: FaultOptions,
  call: Call,
  { delay, effect }: FaultHit,
): Promise<Answer | { readonly store: Store }> {
  if (delay > 0 && !(await options.wait(delay, call.request.signal))) return lost('drop')
  const store = effect.kind === 'stale' ? options.storeBefore() : undefined
  return insteadOf(effect, call) ?? { store: store ?? options.store }
}

/** Applies a fault after a request was executed, or to the body of its response. */
export async function applyFaultAfter(
  { wait }: FaultOptions,
  call: Call,
  fault: FaultHit,
  rendered: Rendered,
): Promise<Rendered> {
  if (rendered.lost) return rendered
  if (fault.phase === 'before') return spoil(rendered, fault.effect)
  if (fault.delay > 0 && !(await wait(fault.delay, call.request.signal)))
    return render(lost('drop'))
  const answer = insteadOf(fault.effect, call)
  return answer ? render(answer) : rendered
}

/** Returns the response that replaces the usual one; undefined where the effect keeps that. */
function insteadOf(effect: FaultEffect, call: Call): Answer | undefined {
  switch (effect.kind) {
    case 'status': {
      const { status, retryAfter } = effect
      const error =
        status === 429 || status === 503
          ? faultStatus(status, { 'Retry-After': String(retryAfter) })
          : faultStatus(status)
      return { ...errorAnswer(error, apiNameOf(call)), isFault: true }
    }
    case 'drop':
    case 'stall':
      return lost(effect.kind)
    case 'truncate':
    case 'malform':
    case 'stale':
    case 'none':
      return undefined
  }
}

function lost(how: 'drop' | 'stall'): Answer {
  return { status: 0, headers: {}, isFault: true, lost: how }
}

/** Serializes the whole body before it is cut off, since `Content-Length` states its full length. */
function truncated(rendered: Rendered, afterBytes: number | undefined): Rendered {
  const { pieces, ...rest } = rendered
  const body = pieces ? joinBytes([...pieces]) : rendered.body
  if (body === null) return rendered
  const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const truncatedAt = afterBytes ?? Math.floor(length / 2)
  return truncatedAt < length ? { ...rest, body, truncatedAt } : { ...rest, body }
}

/** The page that a proxy sends instead of JSON. */
const notJson = '<html><body><h1>502 Bad Gateway</h1></body></html>\n'

/** Changes the body of a response, unless it has none, or none of JSON where that is to be malformed. */
function spoil(rendered: Rendered, effect: FaultEffect): Rendered {
  if (effect.kind === 'truncate') return truncated(rendered, effect.afterBytes)
  return effect.kind === 'malform' && rendered.json !== undefined
    ? { ...rendered, body: notJson }
    : rendered
}
