import { faultStatus } from '../contract/errors.ts'
import type { Store } from '../store/store.ts'
import type { FaultEffect, FaultHit, FaultSource } from './fault-source.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { RequestAddress } from './request-address.ts'
import type { RequestTrace } from './request-trace.ts'
import { type Answer, errorAnswer, type Rendered, render } from './response.ts'

/** What faults need of the forge. */
export interface StrikeOptions {
  readonly store: Store
  readonly faults: FaultSource
  /** The world before the last write; undefined where it is not kept. */
  storeBefore(): Store | undefined
  /** Resolves after so many milliseconds to true, or to false where the client gave up before. */
  wait(milliseconds: number, signal: AbortSignal): Promise<boolean>
}

/** What a request goes on with: an answer, or the world that it is answered from. */
type Outcome = Answer | { readonly store: Store }

/**
 * Asks which fault hits a request, and lets it strike; undefined where none does, so that nobody waits.
 * `trace` remembers it. The signal of a request is asked for by those alone who wait: a server makes it
 * then, at a cost.
 */
export function strikeBefore(
  options: StrikeOptions,
  request: IncomingRequest,
  { path }: RequestAddress,
  trace: RequestTrace,
): Promise<Outcome> | undefined {
  const [operation, user] = [trace.operation?.id, trace.viewer?.user?.username]
  const hit = options.faults.hit({ operation, method: request.method, path, user }) ?? null
  trace.fault = hit
  return hit?.phase === 'before' ? begin(options, hit, request) : undefined
}

async function begin(
  options: StrikeOptions,
  { delay, effect }: FaultHit,
  request: IncomingRequest,
): Promise<Outcome> {
  if (delay > 0 && !(await options.wait(delay, request.signal))) return lost('drop')
  const store = effect.kind === 'stale' ? options.storeBefore() : undefined
  return insteadOf(effect) ?? { store: store ?? options.store }
}

/** Lets a fault strike a request that was carried out, or the body that it is answered with. */
export async function strikeAfter(
  { wait }: StrikeOptions,
  request: IncomingRequest,
  { fault }: RequestTrace,
  rendered: Rendered,
): Promise<Rendered> {
  if (!fault || rendered.lost) return rendered
  if (fault.phase === 'before') return spoil(rendered, fault.effect)
  if (fault.delay > 0 && !(await wait(fault.delay, request.signal))) return render(lost('drop'))
  const answer = insteadOf(fault.effect)
  return answer ? render(answer) : rendered
}

/** What is answered in the place of an answer; undefined where the effect leaves it. */
function insteadOf(effect: FaultEffect): Answer | undefined {
  switch (effect.kind) {
    case 'status': {
      const { status, retryAfter } = effect
      const error =
        status === 429 || status === 503
          ? faultStatus(status, { 'Retry-After': String(retryAfter) })
          : faultStatus(status)
      return { ...errorAnswer(error), isFault: true }
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

/** What a proxy in between sends in the place of JSON. */
const notJson = '<html><body><h1>502 Bad Gateway</h1></body></html>\n'

/** An answer without a body, or without JSON where that is to be malformed, stays as it is. */
function spoil(rendered: Rendered, { kind }: FaultEffect): Rendered {
  if (kind === 'truncate') return { ...rendered, isTruncated: true }
  return kind === 'malform' && rendered.json !== undefined
    ? { ...rendered, body: notJson, byteLength: notJson.length }
    : rendered
}
