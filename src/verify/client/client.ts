import type { Operation } from '../contract/operation.ts'
import type { Settings } from '../options.ts'
import type { Exchange } from '../results.ts'
import {
  type Answer,
  AnswerTooLarge,
  Interrupted,
  NoAnswer,
  RateLimited,
  Unreachable,
} from './answer.ts'
import { boundedFetch, OverLimit } from './bounded-fetch.ts'
import { type Encoded, type Encoding, encodeCall, type Parameters } from './encode.ts'
import { createMasking, keepExchange, type Masking } from './exchange.ts'
import { createPace, wait } from './pace.ts'
import { isOfGateway, isPassing, pauseBefore, RIDE_OUT, retryAfterOf } from './retries.ts'

/** A client of the server under test. */
export interface Client {
  readonly apiUrl: string
  readonly masking: Masking
  /** The number of requests so far, including retries. */
  readonly requests: number
  /** The time of the server in its last response, in milliseconds since 1970; undefined before the first one. */
  readonly serverTime: number | undefined
  /**
   * Sends a GET. Throws NoAnswer where there is no response, RateLimited where it stays at 429, and Interrupted after
   * an interruption.
   */
  read(request: Encoded, options?: SendOptions): Promise<Answer>
}

/** A client that also writes, after the journal has recorded each intended effect. */
export interface WritingClient extends Client {
  /** Throws the errors of `read` and those of the journal, in which case nothing was sent. */
  call(call: Call, options?: SendOptions): Promise<Answer>
}

/** A call of an operation. */
export interface Call {
  readonly operation: Operation
  /** Replaces the method of the operation by one that the path does not have. */
  readonly method?: 'PATCH'
  readonly parameters: Parameters
  readonly encoding: Encoding
  /** The story and chapter of the call; its instance-wide effects are undone at their end. */
  readonly source?: string
  /** Describes the caller for reports. */
  readonly describeCaller?: () => string
}

/** The journal to which a client announces writes, before and after each. */
export interface WriteJournal {
  /** Throws where the call must not be sent. */
  begin(call: Call, options: SendOptions): Promise<void>
  end(call: Call, answer: Answer, options: SendOptions): void
}

export interface SendOptions {
  /** Whether to send it even after an interruption, for cleaning up. */
  readonly isCleanUp?: boolean
  readonly describeCaller?: () => string
}

type ClientSettings = Pick<
  Settings,
  'apiUrl' | 'fetch' | 'headers' | 'rate' | 'concurrency' | 'timeout' | 'signal'
>

/** The number of retries after a failed connection. */
const retries = 4

/**
 * Creates the client of a run; without a journal it is read-only. All writes of a run go through it, so each one is
 * recorded in the journal.
 */
export function createClient(settings: ClientSettings): Client
export function createClient(settings: ClientSettings, journal: WriteJournal): WritingClient
export function createClient(settings: ClientSettings, journal?: WriteJournal): WritingClient {
  const { signal, headers: extraHeaders } = settings
  const masking = createMasking()
  const pace = createPace(settings)
  let requests = 0
  let serverTime: number | undefined
  /** The time since which no response except of overload was received. */
  let silentSince: number | undefined
  /** Why no more requests are sent, except for cleaning up. */
  let gone: Unreachable | undefined
  /** The endpoints whose retries were exhausted once; they are not waited for again. */
  const ended = new Set<string>()

  async function attempt(
    request: Encoded,
    isAskedAgain: boolean,
    describeCaller?: () => string,
  ): Promise<Answer> {
    requests++
    const sent = { ...request, headers: { ...extraHeaders, ...request.headers } }
    const started = performance.now()
    try {
      const { url, ...init } = sent
      // An interruption does not abort a pending request, since a write may have been carried out and must be known.
      const { response, bytes } = await boundedFetch(settings.fetch, url, init, settings.timeout)
      const duration = performance.now() - started
      const text = new TextDecoder().decode(bytes)
      serverTime = timeOf(response) ?? serverTime
      return {
        status: response.status,
        headers: response.headers,
        body: jsonOf(text),
        text,
        bytes,
        isAskedAgain,
        request: sent,
        // Computed on demand, since few exchanges are shown.
        get exchange() {
          return keepExchange(masking, sent, { response, text }, duration, describeCaller?.())
        },
      }
    } catch (error) {
      const problem = problemOf(error)
      const duration = performance.now() - started
      const exchange = keepExchange(masking, sent, { problem }, duration, describeCaller?.())
      const limit = error instanceof OverLimit ? error.limit : undefined
      if (limit === 'size') throw new AnswerTooLarge(problem, exchange, true)
      throw new NoAnswer(problem, exchange, limit === 'time')
    }
  }

  async function sendAgain(
    request: Encoded,
    { isCleanUp = false, describeCaller }: SendOptions,
  ): Promise<Answer> {
    let isAskedAgain = false
    let waited = 0
    for (let tries = 0; ; tries++) {
      if (signal?.aborted && !isCleanUp) throw new Interrupted('The run was interrupted.')
      if (gone && !isCleanUp) throw gone
      let pause: number
      try {
        const answer = await attempt(request, isAskedAgain, describeCaller)
        if (!isPassing(answer)) {
          silentSince = undefined
          return answer
        }
        isAskedAgain ||= isOfGateway(answer)
        const next = ended.has(endOf(request)) ? undefined : pauseBefore(answer, tries, waited)
        if (next === undefined || gone) {
          const problem = `it answered ${answer.status}${retryAfterOf(answer.headers)}`
          await giveUp(request, problem, answer.exchange)
          if (answer.status === 429) throw rateLimited(answer, tries + 1)
          return answer
        }
        pause = next
      } catch (error) {
        if (!(error instanceof NoAnswer) || error === gone || error instanceof RateLimited) {
          throw error
        }
        if (tries >= retries || error.isLasting || gone) {
          await giveUp(request, error.message, error.exchange)
          throw error
        }
        isAskedAgain = true
        pause = 100 * 2 ** tries
      }
      silentSince ??= performance.now()
      waited += pause
      await wait(pause, isCleanUp ? undefined : signal)
    }
  }

  /**
   * Gives up on a request. If a single operation fails for long, it alone is affected. If nothing else was answered in
   * that time either, and not even the identity of the token's user can be read, the server is unreachable. Throws
   * Unreachable then.
   */
  async function giveUp(request: Encoded, problem: string, exchange: Exchange) {
    ended.add(endOf(request))
    if (silentSince === undefined || performance.now() - silentSince < RIDE_OUT) return
    const headers = { ...request.headers }
    const probe = { method: 'GET', url: `${settings.apiUrl}/user`, headers }
    const isThere = await attempt(probe, false).then(
      (answer) => !isPassing(answer),
      () => false,
    )
    if (isThere) silentSince = undefined
    else {
      const message = `${problem} for ${RIDE_OUT / 1000} s`
      gone ??= new Unreachable(message, exchange, true)
      throw gone
    }
  }

  const send = (request: Encoded, options: SendOptions = {}) =>
    pace.run(() => sendAgain(request, options))

  const read: Client['read'] = async (request, options) => {
    if (request.method === 'GET') return send(request, options)
    throw new Error(`${request.method} ${request.url} writes, and is in no journal`)
  }

  return {
    apiUrl: settings.apiUrl,
    masking,
    get requests() {
      return requests
    },
    get serverTime() {
      return serverTime
    },
    read,
    async call(call, sending = {}) {
      const { operation, method = operation.method, parameters, encoding, describeCaller } = call
      const options = describeCaller ? { ...sending, describeCaller } : sending
      const { apiUrl } = settings
      const request = encodeCall(apiUrl, { ...operation, method }, parameters, encoding)
      if (!journal) return read(request, options)
      await journal.begin(call, options)
      const answer = await send(request, options)
      journal.end(call, answer, options)
      return answer
    },
  }
}

function jsonOf(text: string): unknown {
  if (!/^\s*(?:[[{"\d-]|true|false|null)/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function timeOf(response: Response): number | undefined {
  const time = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}

function rateLimited({ exchange, headers }: Answer, tries: number): RateLimited {
  return new RateLimited(
    `the server limits the rate of requests (429, ${tries} times${retryAfterOf(headers)}): give a lower --rate or --concurrency`,
    exchange,
    true,
  )
}

/** Returns the endpoint of a request, without ids and names. */
function endOf({ method, url }: Encoded): string {
  return `${method} ${new URL(url).pathname.replace(/\/[^/]*\d[^/]*/g, '/#')}`
}

function problemOf(error: unknown): string {
  if (error instanceof OverLimit) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `the connection failed: ${cause instanceof Error ? cause.message : String(cause)}`
}
