import { ApiError, forbidden, unauthorized } from '../contract/errors.ts'
import { checkScopes, type PresentedCredentials } from '../gitlab/access/credentials.ts'
import { type Consequences, type Context, systemContext } from '../gitlab/domain/context.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import { type Awaitable, after } from '../shared/awaitable.ts'
import type { Store } from '../store/store.ts'
import { type StrikeOptions, strikeBefore } from './apply-fault.ts'
import { hasBody, nothing, type RawParameters, readBody, readBodyParameters } from './body.ts'
import type { CalledOperation, FindRoute } from './called-operation.ts'
import { type AnswersAs, answerAs } from './departures.ts'
import { GivenParameters } from './given-parameters.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { readPage } from './pagination.ts'
import { type ReadParameters, readParameters } from './parameters.ts'
import { type Perspective, perspectiveOf, type Standpoint } from './perspectives.ts'
import { readCredentials } from './presented-credentials.ts'
import { ReadingContext } from './reading-context.ts'
import type { RequestAddress } from './request-address.ts'
import type { RequestTrace } from './request-trace.ts'
import type { Answer } from './response.ts'
import { runOperation } from './run-operation.ts'

/** What answering a request needs of the forge. */
export interface AnswerOptions extends StrikeOptions {
  readonly consequences: Consequences
  readonly answersAs: AnswersAs
  readonly route: FindRoute
  /** ISO 8601. */
  now(): string
  random(): number
  /** How the world is seen from somewhere; throws where credentials do not hold. */
  perspectiveOf(standpoint: Standpoint): Perspective
  /** In bytes. */
  readonly bodyLimit: number
  /** Sends the messages of an operation to the system hooks, after it; never throws. */
  deliver(messages: readonly HookMessage[]): void
}

/**
 * Answers a request: route, who is asking, parameters, records, operation. The body and faults
 * are the only things waited for; from then on nothing interleaves, and an
 * operation that throws leaves nothing behind. Throws an ApiError where the request is refused; `trace`
 * is filled in as it goes.
 */
export function answerRequest(
  options: AnswerOptions,
  request: IncomingRequest,
  address: RequestAddress,
  trace: RequestTrace,
): Awaitable<Answer> {
  const { operation, path } = address.calledBy(options.route)
  trace.operation = operation
  const { query } = address
  trace.given = new GivenParameters(query)
  const answerTo = (body: RawParameters) =>
    answerCall(options, request, { operation, path, address, query, body }, trace)
  return hasBody(request)
    ? after(receiveBody(options, request, query, trace), answerTo)
    : answerTo(nothing)
}

function receiveBody(
  { bodyLimit }: AnswerOptions,
  request: IncomingRequest,
  query: RawParameters,
  trace: RequestTrace,
): Awaitable<RawParameters> {
  return after(readBody(request, bodyLimit), (received) => {
    if (!received) return nothing
    trace.body = received
    return after(readBodyParameters(received, request.headers), (body) => {
      trace.given = new GivenParameters({ ...query, ...body })
      return body
    })
  })
}

/** A call of an operation, as it came. */
interface Call extends CalledOperation {
  readonly address: RequestAddress
  readonly query: RawParameters
  readonly body: RawParameters
}

function answerCall(
  options: AnswerOptions,
  request: IncomingRequest,
  call: Call,
  trace: RequestTrace,
): Awaitable<Answer> {
  const { address, query, body } = call
  const presented = readCredentials(request.headers, query, body)
  trace.secrets = credentialsOf(presented)
  const look = (store: Store): Sight => {
    const now = options.now()
    trace.now ??= now
    const standpoint = { presented, today: now.slice(0, 10), origin: address.origin }
    const isPresent = store === options.store
    const perspective = isPresent
      ? options.perspectiveOf(standpoint)
      : perspectiveOf(store, standpoint)
    trace.viewer = perspective.viewer
    return { store, now, perspective }
  }
  const answerFrom = (sight: Sight) => {
    const remembered = sight.perspective.answers.at(address)
    if (remembered) {
      trace.given = remembered.given
      return remembered.answer
    }
    return carryOut(options, sight, call, trace)
  }
  const sight = look(options.store)
  const strike = strikeBefore(options, request, address, trace)
  if (!strike) return answerFrom(sight)
  return after(strike, (outcome) => {
    if ('status' in outcome) return outcome
    // Whatever happened meanwhile, and whatever world it is: who asks is looked up there.
    return answerFrom(look(outcome.store))
  })
}

/** A world at the time of a request, and how that sees it. */
interface Sight {
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  readonly perspective: Perspective
}

function carryOut(
  options: AnswerOptions,
  { store, now, perspective }: Sight,
  { operation, path, address, query, body }: Call,
  trace: RequestTrace,
): Answer {
  const { identity, viewer, addresses } = perspective
  if (identity.credential) checkScopes(identity.credential, operation)
  if (operation.access !== 'public' && !viewer.user) throw unauthorized()
  if (operation.access === 'admin' && !viewer.isAdmin) throw forbidden()

  const read = readParameters(operation, path, query, body)
  const page = operation.isPaginated ? readPage(query) : undefined
  const given = givenWith(read, page?.parameters)
  trace.given = given
  const { consequences, random } = options
  const { contents } = store
  const messages: HookMessage[] = []
  const work = systemContext({ store, consequences, now, random }, addresses, messages)
  const reading = operation.method === 'GET' ? new ReadingContext(work, perspective) : undefined
  // Without what is remembered: the next write lets that go, and to note it takes longer than to describe it.
  const context: Context = reading ?? Object.assign(work, { viewer })
  const answer = store.transaction(() =>
    answerAs(options.answersAs, operation, () =>
      runOperation(operation, context, read.values, page, address.url),
    ),
  )
  options.deliver(messages)
  if (answer instanceof ApiError) throw answer
  const isRepeatable = reading?.isRepeatable && store.contents === contents
  return isRepeatable ? perspective.answers.keep(address, { answer, given }) : answer
}

/** The page is no parameter of the operation, and yet one of the request. */
function givenWith(read: ReadParameters, page: ReadParameters | undefined): GivenParameters {
  if (!page) return new GivenParameters(read.values, read.defaulted)
  const values = { ...read.values, ...page.values }
  return new GivenParameters(values, [...read.defaulted, ...page.defaulted])
}

function credentialsOf({ privateToken, accessToken, session }: PresentedCredentials): string[] {
  return [privateToken, accessToken, session].filter((one) => one !== undefined)
}
