import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import { actingAs, type Person } from './overview.ts'
import { consoleHeader, prefix } from './place.ts'

/** The parts of an API call beside its method and path. */
export interface ApiCall {
  /** The user of the call; undefined for the acting user, null for none. */
  readonly as?: Person | null | undefined
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /**
   * Whether the user makes this call, instead of the console loading a view; the Requests view then lists it among
   * others.
   */
  readonly isMeant?: boolean
}

/** A response of the API. */
export interface ApiAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON of the text, if it is valid. */
  readonly json: unknown
  readonly milliseconds: number
}

/**
 * Calls the API of this world like any client.
 *
 * @param path below the base path, such as `/projects/1`
 * @example const { json } = await callApi('v4', 'GET', '/projects?per_page=5')
 */
export function callApi(
  api: ApiName,
  method: string,
  path: string,
  call: ApiCall = {},
): Promise<ApiAnswer> {
  return callPath(method, `${basePaths[api]}${path}`, call)
}

/** Calls a path below the address of the world, including the base path of an API. */
export async function callPath(
  method: string,
  path: string,
  { as = actingAs.value, body, headers, signal, isMeant = false }: ApiCall = {},
): Promise<ApiAnswer> {
  const started = performance.now()
  const isText = typeof body === 'string'
  const response = await fetch(`${prefix}${path}`, {
    method,
    ...(signal ? { signal } : {}),
    // The token identifies the user, not the cookie of a session in this browser.
    credentials: 'omit',
    headers: {
      ...(body === undefined || isText ? {} : { 'Content-Type': 'application/json' }),
      ...(as ? { 'PRIVATE-TOKEN': as.token } : {}),
      ...(isMeant ? {} : { [consoleHeader]: '1' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, statusText } = response
  const milliseconds = performance.now() - started
  return { status, statusText, headers: response.headers, text, json: readJson(text), milliseconds }
}

/** Parses a text as JSON; undefined where it is malformed. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
