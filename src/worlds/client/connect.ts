import { readBaseUrl } from '../../contract/base-paths.ts'
import type { WorldChanges } from '../../forge/changes/world-changes.ts'
import type {
  Coverage,
  Fault,
  ForgeControl,
  JournalCriteria,
  Upcoming,
} from '../../forge/control.ts'
import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import type { Added } from '../../seed/add.ts'
import type { Seed } from '../../seed/schema.ts'
import { refuse } from '../../shared/options.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import { type Connection, ControlCallError, callWorld } from './call.ts'
import { collectionsOver, type ServedCollections } from './collections.ts'
import { printable } from './entries.ts'
import { openEvents } from './events.ts'
import { fetchFrom } from './unreachable.ts'
import { createServedWorlds, type ServedWorlds } from './worlds.ts'

/** The world, the token and the `fetch` of a connection. */
export interface ConnectOptions {
  /** The name of the world; by default the world of the address, which is the default one. */
  readonly world?: string
  /** The control token, where the server requires one. */
  readonly token?: string
  /** The global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch
}

/** A forge of a server, with the other worlds of that server. */
export interface ServedForge extends ForgeControl {
  readonly worlds: ServedWorlds
  readonly collections: ServedCollections
}

/**
 * Controls a forge that `forgery serve` runs, with the API that a forge of the same process has. No request is sent
 * before the first call; a refused call rejects with the message of the server.
 * @param url the part of the address before the base path of the API, such as `http://127.0.0.1:8080`, with or without
 * `/w/checkout`; in a page also a path of its own server, such as `/`
 * @throws TypeError where the address is invalid.
 * @example
 * const forge = connect('http://127.0.0.1:8080')
 * const world = await forge.worlds.create({ from: 'default' })
 * await world.faults.add({ operation: 'createIssue', status: 503, times: 2 })
 * await page.goto(`${frontEnd}?forge=${world.url}`)
 */
export function connect(url: string, options: ConnectOptions = {}): ServedForge {
  const address = readAddress(url)
  return controlOver({
    url: address,
    world: options.world,
    token: options.token,
    fetch: options.fetch ?? fetchFrom(address),
  })
}

/** Resolves a path against the page. `127.0.0.1:8080` is no path, though it parses as a URL with that scheme. */
function readAddress(url: unknown): string {
  const page = globalThis.location?.href
  const address =
    typeof url === 'string' ? readBaseUrl(url, url.startsWith('/') ? page : undefined) : undefined
  if (address !== undefined) return address
  refuse(
    'connect: the first argument',
    'the http or https address of a server, such as http://127.0.0.1:8080',
    url,
  )
}

function controlOver(connection: Connection): ServedForge {
  const call = <T = void>(method: string, path: string, body?: unknown) =>
    callWorld<T>(connection, method, path, body)
  const advance: ForgeControl['advance'] = async (build, state, report = {}) => {
    const body = { state, ...writeBytes(report) }
    return readBytes(await call<BuildRecord>('POST', `/builds/${build}/advance`, body))
  }
  const unhandled = async () =>
    (await call<{ problem: string | null }>('GET', '/unhandled')).problem
  return {
    async reset() {
      await call('POST', '/reset')
    },
    async add(seed) {
      const added = await call<Added>('POST', '/add', seed)
      return { ...added, builds: added.builds.map(readBytes) }
    },
    export: () => call<Seed>('GET', '/export'),
    changesSince: (since, options) => call<WorldChanges>('POST', '/changes', { since, ...options }),
    builds: { advance },
    advance,
    coverage: () => call<Coverage>('GET', '/coverage'),
    unhandled,
    async verifyNoUnhandled() {
      const problem = await unhandled()
      if (problem !== null) throw new Error(problem)
    },
    events: ({ signal } = {}) => openEvents(connection, signal),
    ...journalsOver(call),
    ...stateOver(call),
    worlds: createServedWorlds(connection, controlOver),
    collections: collectionsOver(call),
  }
}

type Call = <T = void>(method: string, path: string, body?: unknown) => Promise<T>

function journalsOver(call: Call): Pick<ForgeControl, 'requests' | 'deliveries'> {
  return {
    requests: {
      all: async () => (await call<JournalEntry[]>('GET', '/requests')).map(printable),
      async find(criteria) {
        const found = await call<{ request: JournalEntry | null }>(
          'POST',
          '/requests/find',
          criteria,
        )
        return found.request ? printable(found.request) : undefined
      },
      waitFor: (criteria, options = {}) =>
        waitForRequest((body) => call('POST', '/requests/wait', body), criteria, options),
      clear: () => call('DELETE', '/requests'),
    },
    deliveries: {
      all: () => call<HookDelivery[]>('GET', '/deliveries'),
      resend: (id) => call('POST', `/deliveries/${id}/resend`),
    },
  }
}

function stateOver(call: Call): Pick<ForgeControl, 'clock' | 'faults' | 'snapshots'> {
  const moveClock = async (body: object) => {
    await call('PUT', '/clock', body)
  }
  return {
    clock: {
      now: async () => (await call<{ now: string }>('GET', '/clock')).now,
      set: (time) => moveClock({ now: time }),
      advance: (by) => moveClock({ advance: by }),
      freeze: () => moveClock({ isFrozen: true }),
      resume: () => moveClock({ isFrozen: false }),
      isFrozen: async () => (await call<{ isFrozen: boolean }>('GET', '/clock')).isFrozen,
      upcoming: () => call<Upcoming[]>('GET', '/clock/upcoming'),
    },
    faults: {
      add: (fault) => call<Fault>('POST', '/faults', fault),
      all: () => call<Fault[]>('GET', '/faults'),
      remove: (id) => call('DELETE', `/faults/${id}`),
      switchOn: (id) => call<Fault>('PUT', `/faults/${id}`, { isOff: false }),
      switchOff: (id) => call<Fault>('PUT', `/faults/${id}`, { isOff: true }),
      clear: () => call('DELETE', '/faults'),
    },
    snapshots: {
      async save(name) {
        await call('POST', '/snapshots', { name })
      },
      async restore(name) {
        await call('POST', `/snapshots/${encodeURIComponent(name)}/restore`)
      },
      all: () => call<string[]>('GET', '/snapshots'),
      remove: (name) => call('DELETE', `/snapshots/${encodeURIComponent(name)}`),
    },
  }
}

/** Reports can contain the bytes of artifacts, which JSON cannot represent; they are sent as Base64. */

interface BytesAsText {
  readonly artifacts?: { readonly bytes: Uint8Array } | null | undefined
}

/** Replaces the bytes of a report by Base64 before it is sent. */
function writeBytes<Report extends BytesAsText>(report: Report) {
  if (!report.artifacts) return report
  const { bytes } = report.artifacts
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return { ...report, artifacts: { ...report.artifacts, bytes: btoa(text) } }
}

/** Replaces the Base64 of a received build by bytes. */
function readBytes<Build extends BytesAsText>(build: Build): Build {
  const bytes: unknown = build.artifacts?.bytes
  if (typeof bytes !== 'string') return build
  const read = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
  return { ...build, artifacts: { ...build.artifacts, bytes: read } }
}

/** The longest wait of one call, in milliseconds; a longer wait takes several calls. */
const MAX_CALL_MILLISECONDS = 60_000

type Wait = (body: object) => Promise<{ readonly request: JournalEntry }>

/**
 * Waits for a matching request, without limit where the timeout is Infinity. Requests between two calls are not missed,
 * since requests that were already made count.
 */
async function waitForRequest(
  wait: Wait,
  criteria: JournalCriteria,
  { timeout = 1000 }: { readonly timeout?: number },
): Promise<JournalEntry> {
  for (let left = timeout; ; left -= MAX_CALL_MILLISECONDS) {
    const isLast = !(left > MAX_CALL_MILLISECONDS)
    try {
      const { request } = await wait({ criteria, timeout: isLast ? left : MAX_CALL_MILLISECONDS })
      return printable(request)
    } catch (error) {
      if (!(error instanceof ControlCallError && error.status === 408)) throw error
      if (isLast) throw left === timeout ? error : saying(error, `${left} ms`, `${timeout} ms`)
    }
  }
}

/** Replaces the duration of the last call in the message by that of the whole wait. */
function saying({ status, message }: ControlCallError, part: string, whole: string): Error {
  return new ControlCallError(status, message.replace(`within ${part}`, `within ${whole}`))
}
