import { readApiPath } from '../../contract/base-paths.ts'
import { createRouter } from '../../contract/router.ts'
import { createMasking, keepExchange, type Masking } from '../client/exchange.ts'
import { ruleOf } from '../contract/aspects.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { Result } from '../results.ts'
import { createJudge } from '../run/judge.ts'
import { createTally } from '../run/summarize.ts'
import { checkInvariants } from '../story/check-invariants.ts'
import { checkHead, checkSchema, EVERY_REQUEST_IS_ANSWERED } from '../story/check-response.ts'
import { checkError, checkPage } from './check-page.ts'
import { boundedTally, createCoverage, summarizeTraffic, type TrafficSummary } from './summary.ts'

export interface ObserverOptions {
  /** The address of the server, ending with the base path of the API. */
  readonly apiUrl: string
  /** Whether a response as of GitLab 8.15 (`x-released`), against the specification, is a failure. */
  readonly strict?: boolean
  /** Known failures, as `failureKey` formats them. */
  readonly baseline?: readonly string[]
  /** Called with the first failure of each cause, and the first response as released of each aspect. */
  readonly onResult?: (result: Result) => void
}

/** Checks the traffic of other clients against the contract. */
export interface Observer {
  /** Returns how many bytes of a response are needed: more for JSON than for files, but limited. */
  bytesNeeded(method: string, url: string): number
  observe(exchange: PassedExchange): void
  summary(): TrafficSummary
}

/** The limits of JSON that is parsed, and of files that are kept for reports. */
const MAX_JSON_BYTES = 8 * 1024 * 1024
const MAX_FILE_BYTES = 16 * 1024

const source = 'traffic'

export async function createObserver(options: ObserverOptions): Promise<Observer> {
  const contract = await loadContract(readApiPath(new URL(options.apiUrl).pathname)?.api ?? 'v3')
  const started = performance.now()
  const startedAt = new Date(performance.timeOrigin + started).toISOString()
  const find = finder(contract, options.apiUrl)
  const masking = createMasking()
  const coverage = createCoverage()
  const tally = boundedTally(createTally())
  const released = new Set<string>()
  const judge = createJudge(contract, options, (result) => {
    if (isToldFirst(result)) options.onResult?.(result)
    tally.add(result)
  })

  /** Whether it is a failure, or a response as released, that was not reported yet. */
  function isToldFirst({ verdict, cause, operation, aspect }: Result): boolean {
    if (verdict === 'failed') return cause === undefined || !tally.hasMet(cause)
    if (verdict !== 'as released' || released.has(`${operation} ${aspect}`)) return false
    released.add(`${operation} ${aspect}`)
    return true
  }

  let requests = 0

  function observe(exchange: PassedExchange): void {
    requests++
    addSecrets(masking, exchange)
    const operation = find(exchange.method, exchange.url)
    const { outcome } = exchange
    const status = 'status' in outcome ? String(outcome.status) : 'none'
    if (operation) coverage.add(operation.id, status)
    else coverage.addUnknown(exchange.method, masking.mask(new URL(exchange.url).pathname))
    if (!operation) return
    if ('status' in outcome) checkPassed(operation, exchange, outcome)
    else reportNoAnswer(operation, exchange, outcome)
  }

  function checkPassed(operation: Operation, exchange: PassedExchange, passed: PassedAnswer) {
    const answer = answerOf(operation, exchange, passed)
    const seen = { contract, judge, operation, answer, source }
    checkHead(seen)
    if (passed.content.kind === 'cut') {
      if (answer.status < 300 && operation.answers === 'json') {
        const rule = ruleOf(operation, 'schema')
        const base = { operation: operation.id, aspect: 'schema', rule, source }
        judge.notTested(base, passed.content.reason)
      }
      return
    }
    if (answer.status < 300 && operation.answers === 'json') checkSchema(seen)
    checkPage(seen)
    checkInvariants(seen)
    checkError(seen)
  }

  function answerOf(operation: Operation, exchange: PassedExchange, passed: PassedAnswer) {
    const { status, headers, content } = passed
    const bytes = content.kind === 'whole' ? content.bytes : content.start
    const text = new TextDecoder().decode(bytes)
    return {
      operation: operation.id,
      status,
      headers,
      text,
      bytes,
      body: content.kind === 'whole' ? jsonOf(text) : undefined,
      request: exchange,
      get exchange() {
        return keepExchange(masking, exchange, { response: passed, text }, exchange.duration)
      },
    }
  }

  function reportNoAnswer(
    operation: Operation,
    exchange: PassedExchange,
    { problem }: NoPassedAnswer,
  ): void {
    judge.fail({
      operation: operation.id,
      aspect: 'status',
      rule: EVERY_REQUEST_IS_ANSWERED,
      source,
      expected: 'an answer',
      received: problem,
      exchanges: [keepExchange(masking, exchange, { problem }, exchange.duration)],
    })
  }

  return {
    bytesNeeded: (method, url) =>
      find(method, url)?.answers === 'json' ? MAX_JSON_BYTES : MAX_FILE_BYTES,
    observe,
    summary: () => ({
      api: contract.api,
      ...summarizeTraffic(contract, tally, coverage),
      url: options.apiUrl,
      startedAt,
      requests,
      duration: performance.now() - started,
    }),
  }
}

/** Returns a function that finds the operation of a method and a URL of the server. */
function finder({ operations }: Contract, apiUrl: string) {
  const route = createRouter(operations)
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const root = new URL(apiUrl).pathname
  return (method: string, url: string): Operation | undefined => {
    const { pathname } = new URL(url)
    if (!pathname.startsWith(`${root}/`)) return undefined
    const found = route(method, pathname.slice(root.length).replace(/(.)\/$/, '$1'))
    return found.kind === 'operation' ? byId.get(found.operation.id) : undefined
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const inQuery = ['private_token', 'access_token']

/** Registers the credentials of a request, so that reports mask them everywhere. */
function addSecrets(masking: Masking, { headers, url }: PassedExchange): void {
  for (const [name, value] of Object.entries(headers)) {
    switch (name.toLowerCase()) {
      case 'private-token':
        masking.add(value)
        break
      case 'authorization':
        masking.add(value.replace(/^\S+\s+/, ''))
        break
      case 'cookie':
        for (const pair of value.split(';')) masking.add(pair.slice(pair.indexOf('=') + 1).trim())
        break
    }
  }
  const { searchParams } = new URL(url)
  for (const name of inQuery) for (const value of searchParams.getAll(name)) masking.add(value)
}

/** A request through a proxy, with its response. */
export interface PassedExchange {
  readonly method: string
  /** The full URL at the server. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of the request body. */
  readonly body?: string
  readonly outcome: PassedAnswer | NoPassedAnswer
  /** From the first byte of the request to the last byte of the response, in milliseconds. */
  readonly duration: number
}

export interface PassedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly content: PassedContent
}

/** The decoded body of a response; or its beginning, with the reason why it was not read completely. */
export type PassedContent =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly start: Uint8Array; readonly reason: string }

export interface NoPassedAnswer {
  /** Such as `the connection failed: ECONNREFUSED`. */
  readonly problem: string
}
