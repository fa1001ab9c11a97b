import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import { actingAs, type Person } from './overview.ts'
import { consoleHeader, prefix } from './place.ts'

/** What a call of the API sends beside its method and path. */
export interface ApiCall {
  /** Whom it is made as: whoever is acted as where this is undefined, null for nobody. */
  readonly as?: Person | null | undefined
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Whether a person makes this call, and not the console to show something: the Requests view has it among the others. */
  readonly isMeant?: boolean
}

/** What the API answered. */
export interface ApiAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  /** What the text says where it is JSON. */
  readonly json: unknown
  readonly milliseconds: number
}

/**
 * Asks the API of this world, as a client would.
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

/** The same for a path below the address of the world, with the base path of an API in it. */
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
    // Who asks says the token, and not the cookie of whoever has signed in here.
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

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
