import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { Forge } from '../../../src/forge/forge.ts'

export type { Forge, OperationId }

/** Answers a request as a server does; a rejection is a connection that failed. */
export type Handle = (request: Request) => Promise<Response>

/** What a test asks: a path below `/api/v3`, whose token, and a JSON body. */
export type Ask = (
  method: string,
  path: string,
  request?: {
    readonly token?: string | undefined
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  },
) => Promise<Answer>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body read as JSON; undefined where it is none. */
  readonly json: unknown
}

/** What stands in JSON under a path: `at(answer.json, '0.author.id')`; undefined where there is nothing. */
export function at(json: unknown, path: string): unknown {
  let found = json
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return found
}

/** A server that breaks one sentence of the specification. */
export interface FaultyServer {
  /** What it does wrong, in words; no two servers share a name. */
  readonly name: string
  /** The sentence of the specification that it breaks. */
  readonly breaks: string
  /** The operations at which it is right to report it: where it shows. */
  readonly at: readonly OperationId[]
  /** Whether it shows only where settings of the instance or system hooks are written. */
  readonly needsInstance?: true
  /** The server, in front of a forge of the demo world that keeps every sentence. */
  readonly start: (forge: Forge) => Handle
  /** Whether calls show the fault: true of the server, false of the forge without it. */
  readonly isShown: (ask: Ask) => Promise<boolean>
}

/** A server that differs from ours and breaks no sentence of the specification. */
export interface LegitimateServer {
  /** What it does otherwise, in words; no two servers share a name. */
  readonly name: string
  /** Why that is right: the sentence that allows it, or that there is none about it. */
  readonly allowedBy: string
  readonly start: (forge: Forge) => Handle
  /** Whether calls show the difference: true of the server, false of the forge. */
  readonly isShown: (ask: Ask) => Promise<boolean>
}

/** Asks a server as its tests do. */
export function askOf(handle: Handle): Ask {
  return async (method, path, { token = 'root-token', body, headers = {} } = {}) => {
    const response = await handle(
      new Request(`http://forge.test/api/v3${path}`, {
        method,
        headers: {
          ...(token === '' ? {} : { 'private-token': token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
