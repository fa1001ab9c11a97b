import type { ApiName } from '../contract/base-paths.ts'
import { ApiError, internalError } from '../contract/errors.ts'
import type { OperationId } from '../contract/operation-contract.ts'
import { noteActivity } from '../gitlab/domain/users/activity.ts'
import { randomId } from '../shared/random.ts'
import { applyFaultAfter, applyFaultBefore, findFault } from './apply-fault.ts'
import { avatarAnswer, avatarFileAnswer } from './avatar.ts'
import { apiNameOf, type Call } from './call.ts'
import type { Exchange } from './exchange.ts'
import { type ExecuteOptions, execute } from './execute.ts'
import { gitAnswer } from './git-http.ts'
import { nothingGiven } from './given-parameters.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { isOfConsole } from './of-console.ts'
import { withProtocolHeaders } from './protocol-headers.ts'
import { RequestAddress } from './request-address.ts'
import { type Answer, errorAnswer, type Rendered, render } from './response.ts'

/** Throws where the JSON of an answer breaks the contract of its API. */
export type CheckAnswer = (api: ApiName, operationId: string, status: number, json: unknown) => void

/** What handling a request needs of the forge. */
export interface HandlerOptions extends ExecuteOptions {
  /** Notes a request once it is answered; may throw. */
  record(exchange: Exchange): void
  /** Counts an answer that was sent, with the operation that was reached. */
  countAnswer(api: ApiName, operation: OperationId, status: number): void
  /** What the journal calls the forge; undefined where it has no name. */
  readonly world: string | undefined
  /** Writes a line where the person who runs the forge reads it; never throws. */
  log(line: string): void
  /** Throws where an answer breaks the contract; undefined where that is not checked. */
  readonly checkAnswer: CheckAnswer | undefined
}

/**
 * Handles a request, from its address to its entry in the journal. It never rejects: what is refused becomes its
 * status, and what was not foreseen a 500 with a request id that the log line repeats.
 */
export async function handle(options: HandlerOptions, request: IncomingRequest): Promise<Rendered> {
  const started = performance.now()
  const call: Call = {
    request,
    address: new RequestAddress(request),
    id: randomId(options.random),
    given: nothingGiven,
    secrets: [],
  }
  const rendered = await respond(options, call)
  const milliseconds = performance.now() - started
  rendered.headers.push('X-Request-Id', call.id, 'X-Runtime', inSeconds(milliseconds))
  if (call.operation && !rendered.lost && !isOfConsole(request)) {
    options.countAnswer(apiNameOf(call), call.operation.id, rendered.status)
  }
  record(options, call, rendered, milliseconds)
  if (rendered.lost === 'stall') await options.wait(Number.POSITIVE_INFINITY, request.signal)
  return rendered
}

async function respond(options: HandlerOptions, call: Call): Promise<Rendered> {
  try {
    const answer = await executeOrRefuse(options, call)
    noteCaller(options, call, answer)
    if (call.operation && options.checkAnswer && !answer.isFault) {
      options.checkAnswer(apiNameOf(call), call.operation.id, answer.status, jsonOf(answer))
    }
    const sent = ofHead(answer, call)
    const rendered = withProtocolHeaders(await render(sent), call, sent.entityTag)
    return call.fault ? await applyFaultAfter(options, call, call.fault, rendered) : rendered
  } catch (error) {
    logError(options, `request ${call.id}`, error)
    const answer = errorAnswer(internalError(call.id), apiNameOf(call))
    return withProtocolHeaders(await render(answer), call, undefined)
  }
}

/**
 * Notes that the caller is active, unless the request was refused, hit by a fault, or made by the console for one of
 * its views. With sudo that is the impersonated user, as in GitLab (`after` in lib/api/api.rb).
 */
function noteCaller({ store }: HandlerOptions, { request, viewer, now }: Call, answer: Answer) {
  // The status is 0 where a fault drops the connection instead.
  const isNoted = answer.status >= 200 && answer.status < 400 && !isOfConsole(request)
  if (viewer?.user && now !== undefined && isNoted) noteActivity(store, viewer.user, now)
}

/** HEAD is answered as GET, whose body is left out where it is sent; or by a status that has none. */
function ofHead(answer: Answer, { request, operation }: Call): Answer {
  const status = operation?.statusOfHead
  if (request.method !== 'HEAD' || status === undefined || answer.status !== 200) return answer
  return { status, headers: answer.headers }
}

function jsonOf({ file, json, text }: Answer): unknown {
  if (file) return undefined
  return text === undefined ? json : JSON.parse(text)
}

/** What is no operation: the contract itself and, as in GitLab beside the API, pictures, git and pages. */
async function answerBeside(options: HandlerOptions, call: Call): Promise<Answer | undefined> {
  const { apis, store } = options
  const { method, api, path, url } = call.address
  if (api === undefined) {
    const { pathname } = url
    const picture =
      method === 'GET' && (avatarAnswer(pathname) ?? avatarFileAnswer(store, pathname))
    const answer = picture || (await gitAnswer(options, call))
    // Suites of the API ask for no page, and do not carry them.
    return answer || (await import('./web.ts')).webAnswer(options, call)
  }
  if (method !== 'GET') return undefined
  if (path !== '/openapi.json' || !apis.includes(api.name)) return undefined
  const document = JSON.stringify(await api.loadDocument())
  const file = { body: document, type: 'application/json' }
  return { status: 200, headers: {}, file }
}

/** What is refused before anybody is known to ask may be hit by a fault as well. */
async function executeOrRefuse(options: HandlerOptions, call: Call): Promise<Answer> {
  try {
    return (await answerBeside(options, call)) ?? (await execute(options, call))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fault = call.fault === undefined ? findFault(options, call) : undefined
    const outcome =
      fault?.phase === 'before' ? await applyFaultBefore(options, call, fault) : undefined
    return outcome && 'status' in outcome ? outcome : errorAnswer(error, apiNameOf(call))
  }
}

function record(
  options: HandlerOptions,
  call: Call,
  { status, json }: Rendered,
  milliseconds: number,
): void {
  const { request, address, operation, viewer, fault } = call
  try {
    options.record({
      id: call.id,
      at: call.now ?? options.now(),
      method: request.method,
      address: address.bounded,
      headers: request.headers,
      body: call.body,
      api: operation && address.api?.name,
      operationId: operation?.id,
      user: viewer?.user?.username,
      given: call.given,
      secrets: call.secrets,
      world: options.world,
      fault: fault?.id,
      status,
      json,
      milliseconds,
    })
  } catch (error) {
    // The clock and the listener are the suite's own: what they throw is no reason not to answer.
    logError(options, `request ${call.id}, in the journal`, error)
  }
}

function logError({ log }: HandlerOptions, what: string, error: unknown): void {
  log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

/** With six decimals. */
function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6)
}
