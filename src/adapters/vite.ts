import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { basePaths } from '../contract/base-paths.ts'
import { createForge } from '../forge/create-forge.ts'
import type { Forge } from '../forge/forge.ts'
import type { JournalEntry } from '../forge/journal/journal-entry.ts'
import { isOfConsole } from '../forge/journal/of-console.ts'
import type { ForgeOptions } from '../forge/options.ts'
import type { Colours } from '../shared/colours.ts'
import { aBoolean, checkOptions } from '../shared/options.ts'
import { type ServedApplication, servedApplication } from './server/application.ts'
import { carryFaults } from './server/carry-faults.ts'
import { coloursFor } from './server/colours.ts'
import { requestLine, servedLine } from './server/log-lines.ts'
import { startingSeed } from './server/starting-seed.ts'
import { watchSeed } from './server/watch-seed.ts'
import {
  controlTokenAt,
  type DevServerSettings,
  isOnLoopback,
  refusalOfHost,
} from './server/who-may-ask.ts'

/** The options of the plugin: those of `createForge`, the path of the forge, and its access control. */
export interface ForgeryPluginOptions extends ForgeOptions {
  /** The base path of the forge, such as `/forge`; by default the API is at the root. */
  readonly basePath?: string
  /**
   * The token that control calls (`/_forge/…`) must send as `Authorization: Bearer TOKEN`. By default none is needed
   * where Vite listens on a loopback address, and all are refused where others can reach it.
   */
  readonly controlToken?: string | null
  /** Whether each request to the forge is logged, as `forgery serve` does. False by default. */
  readonly logRequests?: boolean
}

/** The part of Vite's servers that the plugin uses, compatible with Vite 5 and later. */
interface ViteServer {
  readonly config: {
    readonly root: string
    readonly logger: { info(message: string): void; error(message: string): void }
    readonly server: DevServerSettings
    readonly preview: DevServerSettings
  }
  readonly middlewares: { use(middleware: Middleware): unknown }
  /** Null where Vite runs in middleware mode, in which only the outer server knows its address. */
  readonly httpServer: HttpServer | null
  /** The connection to open pages; a preview has none. */
  readonly ws?: { send(payload: { type: 'full-reload' }): void }
}

interface HttpServer {
  once(event: 'listening' | 'close', listener: () => void): unknown
  address(): string | { readonly port: number } | null
}

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** A Vite plugin. */
export interface ForgeryPlugin {
  readonly name: string
  readonly configureServer: (server: ViteServer) => Promise<void>
  readonly configurePreviewServer: (server: ViteServer) => Promise<void>
}

/**
 * A Vite plugin that serves a forge from the dev server and the preview, at the same origin as the front-end, without a
 * second process or CORS. Without a `seed` the forge starts from the `forgery.yaml` at the root of the project, if
 * there is one, else from the demo world. When the file of the seed changes, the world restarts from it and open pages
 * are reloaded. The forge answers to the host names that Vite answers to, and prints its address and its tokens when
 * the server starts.
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [forgery({ seed: 'fixtures/world.yaml' })] })
 */
export function forgery(options: ForgeryPluginOptions = {}): ForgeryPlugin {
  return {
    name: 'forgery',
    configureServer: (server) => serveForge(server, server.config.server, options),
    configurePreviewServer: (server) => serveForge(server, server.config.preview, options),
  }
}

async function serveForge(
  server: ViteServer,
  settings: DevServerSettings,
  options: ForgeryPluginOptions,
): Promise<void> {
  const { config, middlewares, httpServer, ws } = server
  const { basePath = '', controlToken: givenToken, logRequests, ...forgeOptions } = options
  checkOptions('forgery', { logRequests }, { logRequests: aBoolean })
  const seed = options.seed ?? startingSeed(config.root)
  const log = (line: string) => config.logger.error(`forgery: ${line}`)
  const colours = coloursFor(process.stdout)
  const write = (line: string) => config.logger.info(line)
  const onRequest = (entry: JournalEntry) => {
    if (!isOfConsole(entry)) write(requestLine(entry, colours))
    forgeOptions.onRequest?.(entry)
  }
  const forge = await createForge({
    log,
    ...forgeOptions,
    ...(logRequests ? { onRequest } : {}),
    seed,
  }).catch(withoutStack)
  const controlToken = controlTokenAt(isOnLoopback(settings), givenToken)
  const served = servedApplication('forgery', forge, {
    basePath,
    controlToken,
    ...(logRequests ? { onServed: (request) => write(servedLine(request, colours)) } : {}),
  })
  const answer = getRequestListener(carryFaults(checkingHosts(served, settings)), {
    overrideGlobalObjects: false,
  })
  const isForForge = pathTest(basePath.replace(/\/$/, ''))
  middlewares.use((request, response, next) => {
    if (isForForge(request.url ?? '')) answer(request, response)
    else next()
  })
  announce(server, settings, (origin) => {
    const place = (origin + basePath).replace(/\/$/, '')
    return [
      startLine(forge, place, colours),
      // Without control, the console has nothing to show.
      ...(controlToken === null ? [] : [consoleLine(place, colours)]),
    ]
  })
  if (!isOfFiles(seed)) return
  const stop = watchSeed(forge, seed, {
    onReload() {
      config.logger.info(`forgery: ${seed} has changed, the world begins again from it`)
      ws?.send({ type: 'full-reload' })
    },
    onProblem: (message) => log(`${message}\nThe world stays as it was.`),
  })
  httpServer?.once('close', stop)
}

/**
 * Removes the stack, since Vite prints an error with its stack and its properties, but the message of a seed error is
 * complete.
 */
function withoutStack(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'SeedError') throw error
  const plain = new Error(error.message)
  plain.stack = `forgery: ${error.message}`
  throw plain
}

/** Writes lines once the server listens and its address is known. */
function announce(
  { config, httpServer }: ViteServer,
  { host, https }: DevServerSettings,
  linesAt: (origin: string) => readonly string[],
): void {
  if (httpServer === null) {
    for (const line of linesAt('')) config.logger.info(line)
    return
  }
  httpServer.once('listening', () => {
    const address = httpServer.address()
    const port = typeof address === 'object' && address !== null ? `:${address.port}` : ''
    const name = typeof host === 'string' && !isAnyAddress(host) ? host : 'localhost'
    const scheme = https === undefined ? 'http' : 'https'
    const origin = `${scheme}://${name.includes(':') ? `[${name}]` : name}${port}`
    for (const line of linesAt(origin)) config.logger.info(line)
  })
}

const isAnyAddress = (host: string) => ['', '0.0.0.0', '::'].includes(host)

/** The maximum number of tokens in the start line. */
const MAX_TOKENS = 5

/**
 * Formats the address of the forge and the users who can sign in: `forgery: the API is at http://localhost:5173/api/v4,
 * …`.
 */
function startLine(forge: Forge, address: string, { bold, dim, green }: Colours): string {
  const holders = Object.entries(forge.tokens)
  const shown = holders
    .slice(0, MAX_TOKENS)
    .map(([username, token]) => `${green(token)} ${dim(`(${username})`)}`)
  const rest = holders.length - shown.length
  const tokens = [...shown, ...(rest > 0 ? [dim(`and ${rest} more`)] : [])].join(', ')
  const who = holders.length === 0 ? 'nobody has a token' : `tokens: ${tokens}`
  const places = forge.apis.map((api) => bold(`${address}${basePaths[api]}`))
  return `forgery: the API is at ${places.join(' and ')}, ${who}`
}

/** Formats the address of the console. */
function consoleLine(address: string, { bold }: Colours): string {
  return `forgery: the console is at ${bold(`${address}/_forge/`)}`
}

function isOfFiles(seed: ForgeOptions['seed']): seed is string | URL {
  return seed instanceof URL || (typeof seed === 'string' && seed !== 'demo' && seed !== 'empty')
}

/** Checks the host as well, since some versions of Vite do so only after the plugin has answered. */
function checkingHosts(served: ServedApplication, settings: DevServerSettings): ServedApplication {
  return {
    ...served,
    fetch(request) {
      const refusal = refusalOfHost(new URL(request.url).hostname, settings)
      if (refusal === undefined) return served.fetch(request)
      return Response.json({ message: refusal.message }, { status: refusal.status })
    },
  }
}

/** The addresses beside the API that front-ends do not use: OAuth pages, sign-in pages, and pages with `/-/`. */
const besideApi = '/oauth/(authorize|token|token/info|revoke)$|/users/sign_(in|out)$|/.+/-/'

/** The addresses that git requests, for projects in groups of any depth; the first request can lack `.git`. */
const ofGit = '/[^/]+/.+\\.git/|/[^/]+/.+/info/refs$'

/**
 * Returns a test for addresses of the forge: everything below its own base path; at the root, only addresses that no
 * front-end uses.
 */
function pathTest(basePath: string): (url: string) => boolean {
  const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
  if (basePath !== '') return (url) => `${pathOf(url)}/`.startsWith(`${basePath}/`)
  const apis = Object.values(basePaths).join('|')
  const ofForge = new RegExp(
    `^(/w/[^/]+)?((${apis}|/_forge)(/|$)|/avatars/[^/]+\\.svg$|${ofGit}|${besideApi})`,
  )
  return (url) => ofForge.test(pathOf(url).replace(/\/{2,}/g, '/'))
}
