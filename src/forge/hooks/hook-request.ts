import type { HookOutcome } from '../../gitlab/domain/hooks/hook-message.ts'

/** The parameters of one request to a hook. */
interface HookRequest {
  readonly fetch: typeof globalThis.fetch
  /** The URL, which may contain a username and a password. */
  readonly url: string
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>
  /** JSON. */
  readonly body: string
  /** Whether the beginning of the response is kept. Otherwise its body is not read. */
  readonly keepsAnswer: boolean
  /** The timeout, in milliseconds. */
  readonly timeout: number
  /** Aborts the request when the delivery is abandoned or its timeout has passed. */
  readonly abandon: AbortController
}

/**
 * Posts a payload to the URL of a hook and waits for the response. Any status counts as a response, redirects are not
 * followed, and the promise never rejects. `enable_ssl_verification` is left to the caller who passes `fetch`: the
 * platform's own cannot switch it.
 */
export async function postToHook(request: HookRequest): Promise<HookOutcome> {
  const { fetch, url, headers, body, keepsAnswer, timeout, abandon } = request
  const limit = AbortSignal.timeout(timeout)
  const giveUp = () => abandon.abort(limit.reason)
  limit.addEventListener('abort', giveUp)
  try {
    const response = await fetch(withoutCredentials(url), {
      method: 'POST',
      headers: { ...(await headers()), ...authorizationOf(url) },
      body,
      redirect: 'manual',
      signal: abandon.signal,
    })
    const { status } = response
    if (keepsAnswer) return { status, ...(await recordedAnswer(response)) }
    await response.body?.cancel()
    return { status, headers: {}, body: '' }
  } catch (error) {
    return { error: limit.aborted ? `no answer within ${timeout} ms` : reasonOf(error) }
  } finally {
    limit.removeEventListener('abort', giveUp)
  }
}

/** How much of a response is kept (`RESPONSE_…_LIMIT` in app/services/web_hook_service.rb). */
const kept = { bodyBytes: 8192, headers: 50, headerCharacters: 1024 }

async function recordedAnswer(response: Response) {
  return { headers: keptHeaders(response.headers), body: await beginningOf(response) }
}

function keptHeaders(headers: Headers): Record<string, string> {
  const first = [...headers].slice(0, kept.headers)
  return Object.fromEntries(
    first.map(([name, value]) => [capitalized(name), value.slice(0, kept.headerCharacters)]),
  )
}

const capitalized = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Reads the first bytes of a response as text, up to where the connection breaks. The rest is cancelled. */
async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const bytes = new Uint8Array(kept.bodyBytes)
  let length = 0
  try {
    while (length < bytes.length) {
      const { done, value } = await reader.read()
      if (done) break
      const part = value.subarray(0, bytes.length - length)
      bytes.set(part, length)
      length += part.length
    }
    await reader.cancel()
  } catch {}
  return new TextDecoder().decode(bytes.subarray(0, length))
}

/** Turns a username and password in the URL into basic authentication. */
function authorizationOf(url: string): Record<string, string> {
  const { username, password } = new URL(url)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return credentials === ':' ? {} : { Authorization: `Basic ${base64(credentials)}` }
}

function withoutCredentials(url: string): string {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/**
 * Returns the reason why there was no response. `fetch` reports "fetch failed" for any error; the actual reason is its
 * cause, often only a code.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
