import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { handlers } from '../src/adapters/msw.ts'
import { type Listening, listen } from '../src/adapters/server/listen.ts'
import { type ApiName, basePaths } from '../src/contract/base-paths.ts'
import { createForge } from '../src/forge/create-forge.ts'
import type { Forge } from '../src/forge/forge.ts'
import type { ForgeOptions } from '../src/forge/options.ts'

/**
 * A behaviour test describes a forge:
 *
 *   describeForge('issues', { seed: {...} }, (api) => {
 *     it('closes', async () => {
 *       const { status, body } = await api.as('jane').put('/projects/1/issues/1', { state_event: 'close' })
 *
 * `api.as(username)` signs in with the token USERNAME-token, `api.anonymous` with none. Paths are
 * below /api/v3, those of `describeV4` below /api/v4. The parameters of get and delete go into the query, those of post, put and patch into a
 * JSON body. Every answer is held to the contract: one that breaks it is a 500 that fails the test.
 * The world is back at the seed before each test. The clock stands at `now`.
 *
 * What the service does is tested over `forge.fetch` alone, by `describeForge`; what crosses the wire
 * (headers, bodies, connections, order of answers) over `forge.fetch`, msw and a server, by
 * `describeTransports`. That every operation is answered alike over the three is proved once, by
 * `test/http/transports.test.ts`. FORGERY_TRANSPORTS=fetch,msw,server runs all tests over those named.
 */
export const now = '2017-01-15T12:00:00.000Z'

type Send = (request: Request) => Promise<Response>

export interface Transport {
  readonly origin: string
  readonly send: Send
  close(): Promise<void>
}

export const transports = {
  async fetch(forge: Forge): Promise<Transport> {
    return { origin: 'http://forge.test', send: forge.fetch, close: async () => {} }
  },
  async msw(forge: Forge): Promise<Transport> {
    const server = setupServer(...handlers(forge, { baseUrl: 'http://forge.test' }))
    server.listen({ onUnhandledRequest: 'bypass' })
    return { origin: 'http://forge.test', send: fetch, close: async () => server.close() }
  },
  async server(forge: Forge): Promise<Transport> {
    const listening: Listening = await listen(forge, { port: 0 })
    return { origin: listening.url, send: fetch, close: listening.close }
  },
}

export type TransportName = keyof typeof transports
const everyTransport = Object.keys(transports) as TransportName[]
const chosen = everyTransport.filter((name) =>
  process.env.FORGERY_TRANSPORTS?.split(',').includes(name),
)

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape, and says which it expects.
  readonly body: any
  readonly bytes: Uint8Array
}

type Parameters = Readonly<Record<string, unknown>>

export interface Client {
  get(path: string, parameters?: Parameters): Promise<Reply>
  post(path: string, parameters?: Parameters): Promise<Reply>
  put(path: string, parameters?: Parameters): Promise<Reply>
  patch(path: string, parameters?: Parameters): Promise<Reply>
  delete(path: string, parameters?: Parameters): Promise<Reply>
}

export interface Api {
  readonly forge: Forge
  readonly origin: string
  readonly anonymous: Client
  as(username: string, headers?: Record<string, string>): Client
  /** Any request, the path below the origin. */
  request(path: string, init?: RequestInit): Promise<Reply>
}

/** What the service does: over `forge.fetch`. */
export function describeForge(name: string, options: ForgeOptions, body: (api: Api) => void): void {
  describeOver(['fetch'], 'v3', name, options, body)
}

/** What the service does when v4 is spoken: over `forge.fetch`. */
export function describeV4(name: string, options: ForgeOptions, body: (api: Api) => void): void {
  describeOver(['fetch'], 'v4', name, options, body)
}

/** What crosses the wire: over `forge.fetch`, msw and a server. */
export function describeTransports(
  name: string,
  options: ForgeOptions,
  body: (api: Api) => void,
): void {
  describeOver(everyTransport, 'v3', name, options, body)
}

function describeOver(
  usual: readonly TransportName[],
  apiName: ApiName,
  name: string,
  options: ForgeOptions,
  body: (api: Api) => void,
): void {
  describe.each(chosen.length > 0 ? chosen : usual)(`${name} over %s`, (transportName) => {
    let forge: Forge | undefined
    let transport: Transport | undefined
    beforeAll(async () => {
      forge = await createForge({ now, randomSeed: 1, validateResponses: true, ...options })
      transport = await transports[transportName](forge)
    })
    afterAll(() => transport?.close())
    beforeEach(() => forge?.reset())
    body(
      createApi(
        () => present(forge),
        () => present(transport),
        basePaths[apiName],
      ),
    )
  })
}

/** A forge for one test file that needs no transport: same clock, random source and checks. */
export function createTestForge(options: ForgeOptions = {}): Promise<Forge> {
  return createForge({ now, randomSeed: 1, validateResponses: true, ...options })
}

function present<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('The forge is made before the tests run, not while they are collected.')
  return value
}

function createApi(forge: () => Forge, transport: () => Transport, basePath: string): Api {
  async function request(path: string, init: RequestInit = {}): Promise<Reply> {
    const { origin, send } = transport()
    return readReply(await send(new Request(`${origin}${path}`, init)))
  }
  function client(headers: Record<string, string>): Client {
    const call =
      (method: string, isBody: boolean) =>
      (path: string, parameters: Parameters = {}) => {
        const query = isBody ? '' : writeQuery(parameters)
        const separator = query && (path.includes('?') ? '&' : '?')
        return request(`${basePath}${path}${separator}${query}`, {
          method,
          headers: isBody ? { ...headers, 'content-type': 'application/json' } : headers,
          ...(isBody ? { body: JSON.stringify(parameters) } : {}),
        })
      }
    return {
      get: call('GET', false),
      post: call('POST', true),
      put: call('PUT', true),
      patch: call('PATCH', true),
      delete: call('DELETE', false),
    }
  }
  return {
    get forge() {
      return forge()
    },
    get origin() {
      return transport().origin
    },
    anonymous: client({}),
    as: (username, headers = {}) => client({ 'private-token': `${username}-token`, ...headers }),
    request,
  }
}

function writeQuery(parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, String(one))
    else query.append(name, String(value))
  }
  return query.toString()
}

async function readReply(response: Response): Promise<Reply> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const text = new TextDecoder().decode(bytes)
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    bytes,
  }
}
