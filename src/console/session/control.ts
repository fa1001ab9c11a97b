import { signal } from '@preact/signals'
import { ControlCallError, connect } from '../../worlds/client/index.ts'
import { consoleHeader, prefix, serverPrefix } from './place.ts'
import { stored } from './stored.ts'

/** The control token that the user entered; kept until the tab is closed. */
const token = stored(() => sessionStorage, 'forge-control-token')

/** The state of the prompt for a token. */
interface Waiting {
  /** Whether the previous token was wrong. */
  readonly isWrong: boolean
}

/** Set while the server requires a control token that was not entered yet. */
export const wantedToken = signal<Waiting | undefined>(undefined)

const given = new EventTarget()

/** Provides the control token that calls are waiting for. */
export function giveToken(text: string): void {
  token.value = text
  wantedToken.value = undefined
  given.dispatchEvent(new Event('given'))
}

/**
 * A `fetch` for control calls: adds the token and the header against cross-site requests, and waits for the user where
 * the server requires a token, so that views need not handle tokens.
 */
const controlFetch: typeof fetch = async (input, init) => {
  for (;;) {
    const sent = token.value
    const request = new Request(input, init)
    request.headers.set('X-Forge-Control', '1')
    if (isToShow(request)) request.headers.set(consoleHeader, '1')
    if (sent !== undefined) request.headers.set('Authorization', `Bearer ${sent}`)
    const response = await fetch(request)
    if (response.status !== 401) return response
    // A concurrent call may have asked already.
    if (token.value === sent) await askForToken(sent !== undefined)
  }
}

/** Whether a call is read-only and only loads a view, so that it need not be logged. */
function isToShow({ method, url }: Request): boolean {
  return method === 'GET' || /\/_forge\/(worlds\/[^/]+\/)?(changes|requests\/find)$/.test(url)
}

function askForToken(isWrong: boolean): Promise<void> {
  wantedToken.value = { isWrong }
  return new Promise((resolve) => given.addEventListener('given', () => resolve(), { once: true }))
}

/** The world of this console; `forge.worlds` has the other worlds of its server. */
export const forge = connect(prefix || '/', { fetch: controlFetch })

/**
 * Makes a control call for which the client has no method.
 *
 * @example await controlCall<Overview>('GET', '/overview')
 */
export async function controlCall<T>(
  method: string,
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const response = await controlFetch(`${prefix}/_forge${path}`, {
    method,
    ...(signal ? { signal } : {}),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = text === '' ? undefined : JSON.parse(text)
  if (response.ok) return json
  throw new ControlCallError(response.status, json?.message ?? response.statusText)
}

/** Opens the event stream of the world; aborting the signal closes it. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return controlFetch(`${prefix}/_forge${path}`, {
    signal,
    headers: { Accept: 'text/event-stream' },
  })
}

/** Whether the server responds, after the event stream was lost. */
export async function isUp(): Promise<boolean> {
  try {
    return (await fetch(`${serverPrefix}/_forge/health`)).ok
  } catch {
    return false
  }
}
