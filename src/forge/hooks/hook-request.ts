import type { HookRecord } from '../../store/models/hook.ts'

/** What became of one request to a receiver: the status of its answer, or why there was none. */
export type HookOutcome = { readonly status: number } | { readonly error: string }

/** How one request is made. */
interface HookRequest {
  readonly fetch: typeof globalThis.fetch
  readonly hook: HookRecord
  /** JSON. */
  readonly body: string
  /** In milliseconds. */
  readonly timeout: number
  /** Aborted where the delivery is given up, by its time limit too. */
  readonly abandon: AbortController
}

/**
 * Posts a payload to the URL of a hook and waits for the status. Any answer is one, redirects are
 * not followed, and it never rejects. `enable_ssl_verification` is the business of whoever hands
 * `fetch` in: the platform's own gives no say in it.
 */
export async function postToHook(request: HookRequest): Promise<HookOutcome> {
  const { fetch, hook, body, timeout, abandon } = request
  const limit = AbortSignal.timeout(timeout)
  const giveUp = () => abandon.abort(limit.reason)
  limit.addEventListener('abort', giveUp)
  try {
    const response = await fetch(withoutCredentials(hook.url), {
      method: 'POST',
      headers: headersOf(hook),
      body,
      redirect: 'manual',
      signal: abandon.signal,
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { error: limit.aborted ? `no answer within ${timeout} ms` : reasonOf(error) }
  } finally {
    limit.removeEventListener('abort', giveUp)
  }
}

/**
 * The header names of GitLab 8.15 (`createSystemHook` in schemas/v3/paths/system-hooks.yaml). A name and
 * password in the URL are sent as basic authentication, as it did.
 */
function headersOf({ url, token }: HookRecord): Record<string, string> {
  const { username, password } = new URL(url)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  if (token && !/^[\t\x20-\x7e\x80-\xff]*$/.test(token)) {
    throw new Error('the token has characters that a header cannot carry')
  }
  return {
    'Content-Type': 'application/json',
    'X-Gitlab-Event': 'System Hook',
    ...(token ? { 'X-Gitlab-Token': token } : {}),
    ...(credentials === ':' ? {} : { Authorization: `Basic ${base64(credentials)}` }),
  }
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
