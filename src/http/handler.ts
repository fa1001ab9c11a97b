import { ApiError, internalError } from '../contract/errors.ts'
import type { OperationId } from '../contract/operation-contract.ts'
import { type Awaitable, after, attempt } from '../shared/awaitable.ts'
import { type AnswerOptions, answerRequest } from './answer.ts'
import { strikeAfter, strikeBefore } from './apply-fault.ts'
import { avatarAnswer } from './avatar.ts'
import type { Exchange } from './exchange.ts'
import { nothingGiven } from './given-parameters.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { RequestAddress } from './request-address.ts'
import { randomId } from './request-id.ts'
import type { RequestTrace } from './request-trace.ts'
import { type Answer, errorAnswer, type Rendered, render } from './response.ts'

/** What answering for a forge needs beside its world. */
export interface ForgeAnswerOptions extends AnswerOptions {
  /** Told of each request once it is answered; may throw. */
  record(exchange: Exchange): void
  /** Told of each answer that was sent, with the operation that was reached. */
  countAnswer(operation: OperationId | undefined, status: number): void
  addressOf(request: IncomingRequest): RequestAddress
  /** What the journal calls the forge; undefined where it has no name. */
  readonly world: string | undefined
  /** Writes a line where the person who runs the forge reads it; never throws. */
  log(line: string): void
  /** Throws where an answer breaks the contract; undefined where that is not checked. */
  readonly checkAnswer: ((operationId: string, status: number, json: unknown) => void) | undefined
  /** The joined OpenAPI document, as text. */
  openApiDocument(): Promise<string>
}

/**
 * Makes the one function that answers every request. It never rejects: what is refused becomes its
 * status, and what was not foreseen a 500 with a request id that the log line repeats.
 */
export function createAnswer(
  options: ForgeAnswerOptions,
): (request: IncomingRequest) => Awaitable<Rendered> {
  return (request) => {
    const started = performance.now()
    const id = randomId(options.random)
    const address = options.addressOf(request)
    const trace: RequestTrace = { given: nothingGiven, secrets: [] }
    const finish = (rendered: Rendered): Awaitable<Rendered> => {
      const milliseconds = performance.now() - started
      if (!rendered.lost) options.countAnswer(trace.operation?.id, rendered.status)
      rendered.headers.push('X-Request-Id', id, 'X-Runtime', inSeconds(milliseconds))
      record(options, { request, address, trace, rendered, id, milliseconds })
      if (rendered.lost !== 'stall') return rendered
      return options.wait(Number.POSITIVE_INFINITY, request.signal).then(() => rendered)
    }
    return after(respond(options, request, address, trace, id), finish)
  }
}

/** A request that was answered. */
interface Answered {
  readonly request: IncomingRequest
  readonly address: RequestAddress
  readonly trace: RequestTrace
  readonly rendered: Rendered
  readonly id: string
  readonly milliseconds: number
}

function record(
  options: ForgeAnswerOptions,
  { request, address, trace, rendered, id, milliseconds }: Answered,
): void {
  try {
    options.record({
      id,
      at: trace.now ?? options.now(),
      method: request.method,
      address: address.kept,
      headers: request.headers,
      body: trace.body,
      operationId: trace.operation?.id,
      user: trace.viewer?.user?.username,
      given: trace.given,
      secrets: trace.secrets,
      world: options.world,
      fault: trace.fault?.id,
      status: rendered.status,
      json: rendered.json,
      milliseconds,
    })
  } catch (error) {
    // The clock and the listener are the suite's own: what they throw is no reason not to answer.
    logError(options, `request ${id}, in the journal`, error)
  }
}

function respond(
  options: ForgeAnswerOptions,
  request: IncomingRequest,
  address: RequestAddress,
  trace: RequestTrace,
  requestId: string,
): Awaitable<Rendered> {
  const finish = (answer: Answer) => {
    if (trace.operation && options.checkAnswer && !answer.isFault) {
      options.checkAnswer(trace.operation.id, answer.status, answer.file ? undefined : answer.json)
    }
    return after(render(answer), (rendered) =>
      trace.fault ? strikeAfter(options, request, trace, rendered) : rendered,
    )
  }
  return attempt(
    () => after(answerOrRefuse(options, request, address, trace), finish),
    (error) => {
      logError(options, `request ${requestId}`, error)
      return render(errorAnswer(internalError(requestId)))
    },
  )
}

function answerOrRefuse(
  options: ForgeAnswerOptions,
  request: IncomingRequest,
  address: RequestAddress,
  trace: RequestTrace,
): Awaitable<Answer> {
  if (address.path === '/openapi.json' && address.method === 'GET') return openApiAnswer(options)
  // A picture is beside the API, as in GitLab.
  const isBeside = address.path === undefined && address.method === 'GET'
  const avatar = isBeside ? avatarAnswer(address.url.pathname) : undefined
  if (avatar) return avatar
  return attempt(
    () => answerRequest(options, request, address, trace),
    async (error) => {
      if (!(error instanceof ApiError)) throw error
      return (await strikeRefusal(options, request, address, trace)) ?? errorAnswer(error)
    },
  )
}

async function openApiAnswer({ openApiDocument }: ForgeAnswerOptions): Promise<Answer> {
  const file = { body: await openApiDocument(), type: 'application/json' }
  return { status: 200, headers: {}, file }
}

/** What is refused before anybody is known to ask may be hit by a fault as well. */
async function strikeRefusal(
  options: ForgeAnswerOptions,
  request: IncomingRequest,
  address: RequestAddress,
  trace: RequestTrace,
): Promise<Answer | undefined> {
  if (trace.fault !== undefined) return undefined
  const outcome = await strikeBefore(options, request, address, trace)
  return outcome && 'status' in outcome ? outcome : undefined
}

function logError(options: ForgeAnswerOptions, what: string, error: unknown): void {
  options.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

/** With six decimals. */
function inSeconds(milliseconds: number): string {
  const microseconds = Math.round(milliseconds * 1000)
  const rest = String(microseconds % 1_000_000).padStart(6, '0')
  return `${Math.floor(microseconds / 1_000_000)}.${rest}`
}
