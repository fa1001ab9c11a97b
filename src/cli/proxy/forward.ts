import type { ClientRequest, IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import {
  endToEndHeaders,
  type NoPassedAnswer,
  type PassedAnswer,
  type PassedContent,
} from '../../verify/proxy/index.ts'
import { type Capture, createCapture, decodeContent } from './content.ts'

/** The server behind a proxy. */
export interface Upstream {
  /** Its address with the base path, without a trailing slash. */
  readonly address: URL
  /** Whether it is sent the `Host` of the client, for servers that build links from it. */
  readonly keepsHost: boolean
  readonly acceptsAnyCertificate: boolean
}

/** A forwarded request. */
interface Passing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Returns the beginning of the body sent so far. */
  body(): string | undefined
  /** Returns the milliseconds since the request arrived. */
  duration(): number
}

/** The side that ended an exchange early, if any. */
interface Ending {
  byClient: boolean
  byServer: boolean
}

interface Forwarding {
  bytesNeeded(method: string, url: string): number
  /** Called after the response was sent to the client; not called where the client disconnected before. */
  onPassed(passing: Passing, outcome: Promise<PassedAnswer> | NoPassedAnswer): void
}

/** The size of the request body that is kept for the report, in bytes. */
const MAX_REQUEST_BYTES = 64 * 1024

const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

/** Makes the function that forwards requests to a server and streams the responses back. */
export function createForward(upstream: Upstream, forwarding: Forwarding) {
  return function forward(request: IncomingMessage, response: ServerResponse, isRetry = false) {
    const outgoing = open(upstream, request, isRetry)
    const sent = createCapture(MAX_REQUEST_BYTES, () => addTrailers(request, outgoing))
    const passing = describePassing(upstream, request, sent)
    const ending: Ending = { byClient: false, byServer: false }
    response.once('close', () => {
      ending.byClient = !response.writableFinished && !ending.byServer
      if (ending.byClient) outgoing.destroy()
    })
    outgoing.on('continue', () => response.writeContinue())
    outgoing.once('response', (incoming) => {
      incoming.once('error', () => {
        ending.byServer = !ending.byClient
      })
      passBack(incoming, response, passing, forwarding, ending)
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (ending.byClient || response.headersSent) return
      // The server may have closed an idle connection just as it was reused.
      if (outgoing.reusedSocket && !hasBody(request) && !isRetry) {
        return forward(request, response, true)
      }
      const problem = `the connection failed: ${error.code ?? error.message}`
      answerInPlace(response, upstream, problem)
      forwarding.onPassed(passing, { problem })
    })
    if (!hasBody(request)) return void outgoing.end()
    // A client that expects `100 Continue` sends its body only after the server has received the headers.
    outgoing.flushHeaders()
    pipeline(request, sent.stream, outgoing, () => {})
  }
}

function open(upstream: Upstream, request: IncomingMessage, isRetry: boolean): ClientRequest {
  const { address, keepsHost, acceptsAnyCertificate } = upstream
  const isSecure = address.protocol === 'https:'
  const isReusable = !hasBody(request) && !isRetry
  const outgoing = (isSecure ? https : http).request({
    protocol: address.protocol,
    hostname: address.hostname.replace(/^\[|\]$/g, ''),
    port: address.port,
    method: request.method,
    path: pathBelow(upstream, request),
    setHost: false,
    agent: isReusable ? agents[isSecure ? 'https:' : 'http:'] : false,
    ...(acceptsAnyCertificate ? { rejectUnauthorized: false } : {}),
  })
  const values = new Map<string, string[]>()
  for (const [name, value] of endToEndHeaders(request.rawHeaders)) {
    if (name.toLowerCase() === 'host' && !keepsHost) continue
    values.set(name, [...(values.get(name) ?? []), value])
  }
  if (!keepsHost) outgoing.setHeader('Host', address.host)
  for (const [name, all] of values)
    outgoing.setHeader(name, all.length === 1 ? (all[0] ?? '') : all)
  if (request.headers['transfer-encoding']) outgoing.setHeader('Transfer-Encoding', 'chunked')
  if (wantsTrailers(request)) {
    outgoing.setHeader('TE', 'trailers')
    outgoing.setHeader('Connection', 'TE')
  }
  return outgoing
}

/** Returns the path and query as the client sent them, below the base path of the server. */
function pathBelow({ address }: Upstream, request: IncomingMessage): string {
  return `${address.pathname.replace(/\/$/, '')}${pathOf(request)}`
}

/** Returns the path and query as the client sent them, without the origin that clients of a proxy can include. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

function hasBody({ headers }: IncomingMessage): boolean {
  const isEmpty = headers['content-length'] === undefined || headers['content-length'] === '0'
  return headers['transfer-encoding'] !== undefined || !isEmpty
}

function describePassing(upstream: Upstream, request: IncomingMessage, sent: Capture): Passing {
  const started = performance.now()
  return {
    method: request.method ?? 'GET',
    url: `${upstream.address.origin}${pathBelow(upstream, request)}`,
    headers: Object.fromEntries(
      endToEndHeaders(request.rawHeaders).filter(
        ([name]) => !/^(host|content-length)$/i.test(name),
      ),
    ),
    body: () => (sent.length > 0 ? sent.start().toString('utf8') : undefined),
    duration: () => performance.now() - started,
  }
}

/** Streams a response to the client at the pace of the client. */
function passBack(
  incoming: IncomingMessage,
  response: ServerResponse,
  passing: Passing,
  { bytesNeeded, onPassed }: Forwarding,
  ending: Ending,
): void {
  const { statusCode = 0, statusMessage, rawHeaders, headers } = incoming
  const received = createCapture(bytesNeeded(passing.method, passing.url), () =>
    addTrailers(incoming, response),
  )
  response.sendDate = false
  response.writeHead(statusCode, statusMessage, endToEndHeaders(rawHeaders).flat())
  response.flushHeaders()
  pipeline(incoming, received.stream, response, (error) => {
    if (ending.byClient) return
    if (error) {
      const where = `in the midst of the answer, after ${received.length} bytes`
      return onPassed(passing, { problem: `the connection failed ${where}` })
    }
    const content = decodeContent(received, headers['content-encoding'] ?? '')
    onPassed(
      passing,
      content.then((known) => answerOf(incoming, known)),
    )
  })
}

function answerOf({ statusCode = 0, rawHeaders }: IncomingMessage, content: PassedContent) {
  const headers = new Headers()
  for (const [name, value] of endToEndHeaders(rawHeaders)) headers.append(name, value)
  return { status: statusCode, headers, content }
}

function answerInPlace(response: ServerResponse, { address }: Upstream, problem: string): void {
  const message = `502 Bad Gateway: ${address.origin} gave no answer: ${problem}`
  response.writeHead(502, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ message }))
}

/**
 * Forwards the trailers of a message (RFC 9110, section 6.5) after its end. No `Trailer` header announces them, since
 * that is sent before it is known whether the other connection supports them: HTTP/1.0 does not, and none are sent
 * then.
 */
function addTrailers(from: IncomingMessage, to: OutgoingMessage): void {
  const trailers = endToEndHeaders(from.rawTrailers)
  if (trailers.length > 0)
    to.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]))
}

/** Whether a client accepts trailers. `TE` applies to a single connection, so it is set again. */
function wantsTrailers({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*trailers\s*(,|$)/i.test(String(headers.te ?? ''))
}
