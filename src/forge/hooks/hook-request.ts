import type { HookOutcome } from '../../gitlab/domain/hooks/hook-message.ts'

/** How one request is made. */
interface HookRequest {
  readonly fetch: typeof globalThis.fetch
  /** With a name and a password, where it has them. */
  readonly url: string
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>
  /** JSON. */
  readonly body: string
  /** Whether the beginning of the answer is kept; else it is not read. */
  readonly keepsAnswer: boolean
  /** In milliseconds. */
  readonly timeout: number
  /** Aborted where the delivery is given up, by its time limit too. */
  readonly abandon: AbortController
}

/**
 * Posts a payload to the URL of a hook and waits for the answer. Any answer is one, redirects are
 * not followed, and it never rejects. `enable_ssl_verification` is the business of whoever hands
 * `fetch` in: the platform's own gives no say in it.
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

/** How much of an answer is kept (`RESPONSE_…_LIMIT` in app/services/web_hook_service.rb). */
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

/** The first bytes of an answer as text, as far as they come; the rest is not waited for. */
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

/** A name and password in the URL are sent as basic authentication. */
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
 * Why there was no answer: `fetch` says "fetch failed" of everything; what happened is in the
 * cause, often as a code alone.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
