import type { FieldErrors } from '../control-error.ts'

/** The address and the credentials of the control address of a forge. */
export interface Connection {
  /** The part of the address before `/_forge`. */
  readonly url: string
  /** The name of the world; undefined for the world of `url`. */
  readonly world: string | undefined
  readonly token: string | undefined
  readonly fetch: typeof globalThis.fetch
}

/** A control call that the server refused, with the status of the response. */
export class ControlCallError extends Error {
  readonly status: number
  /** The problems of each field of a record that was to be written. */
  readonly errors: FieldErrors | undefined

  constructor(status: number, message: string, errors?: FieldErrors) {
    super(message)
    this.name = 'ControlCallError'
    this.status = status
    this.errors = errors
  }
}

/**
 * Calls a path of the server below `/_forge`. Resolves to the JSON of the response, which has the type that the route
 * documents.
 */
export async function callServer<T = void>(
  connection: Connection,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await send(connection, path, { method, ...json })
  const text = await response.text()
  try {
    return JSON.parse(text === '' ? 'null' : text)
  } catch {
    throw new ControlCallError(response.status, messageOf(text, response))
  }
}

async function send(
  { url, token, fetch }: Connection,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const response = await fetch(`${url}/_forge${path}`, { ...init, headers })
  if (response.ok) return response
  const text = await response.text()
  throw new ControlCallError(response.status, messageOf(text, response), errorsIn(text))
}

/** Calls the world of a connection, as `callServer` does. */
export function callWorld<T = void>(
  connection: Connection,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return callServer(connection, method, pathOf(connection) + path, body)
}

/** Opens a response of the world whose body continues until the signal is aborted. */
export function openOfWorld(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<Response> {
  return send(connection, pathOf(connection) + path, { signal })
}

function pathOf({ world }: Connection): string {
  return world === undefined ? '' : `/worlds/${encodeURIComponent(world)}`
}

function errorsIn(text: string): FieldErrors | undefined {
  try {
    return JSON.parse(text).errors
  } catch {
    return undefined
  }
}

/** Returns the message of the server; without one, the status and the address. */
function messageOf(text: string, { status, url }: Response): string {
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {}
  return `${url} answered ${status}: is a \`forgery serve\` of the same version there?`
}
