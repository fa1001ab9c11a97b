import { signal } from '@preact/signals'
import { ControlCallError, connect } from '../../worlds/client/index.ts'
import { consoleHeader, prefix, serverPrefix } from './place.ts'
import { stored } from './stored.ts'

/** The control token that a person gave; kept until the tab is closed. */
const token = stored(() => sessionStorage, 'forge-control-token')

/** Somebody who waits until there is a token. */
interface Waiting {
  /** Whether the one that was given before is wrong. */
  readonly isWrong: boolean
}

/** Set while the server wants a control token that nobody has given. */
export const wantedToken = signal<Waiting | undefined>(undefined)

const given = new EventTarget()

/** Gives the control token that calls are waiting for. */
export function giveToken(text: string): void {
  token.value = text
  wantedToken.value = undefined
  given.dispatchEvent(new Event('given'))
}

/**
 * `fetch` for control calls: with the token, with the header that says that a call is meant, and waiting for the
 * person where the server wants a token. So no view needs to know of tokens.
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
    // Another call may have asked in the meantime.
    if (token.value === sent) await askForToken(sent !== undefined)
  }
}

/** Whether a call changes nothing: it is made to show something, and nobody wants it in a log. */
function isToShow({ method, url }: Request): boolean {
  return method === 'GET' || /\/_forge\/(worlds\/[^/]+\/)?(changes|requests\/find)$/.test(url)
}

function askForToken(isWrong: boolean): Promise<void> {
  wantedToken.value = { isWrong }
  return new Promise((resolve) => given.addEventListener('given', () => resolve(), { once: true }))
}

/** The world that this console shows, with the other worlds of its server as `forge.worlds`. */
export const forge = connect(prefix || '/', { fetch: controlFetch })

/**
 * Makes a control call that the client has no method for.
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

/** Opens the stream of events of the world; aborting the signal closes it. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return controlFetch(`${prefix}/_forge${path}`, {
    signal,
    headers: { Accept: 'text/event-stream' },
  })
}

/** Whether the server answers at all, for who has lost the stream of events. */
export async function isUp(): Promise<boolean> {
  try {
    return (await fetch(`${serverPrefix}/_forge/health`)).ok
  } catch {
    return false
  }
}
