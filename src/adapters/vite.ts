import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { basePaths } from '../contract/base-paths.ts'
import { createForge } from '../forge/create-forge.ts'
import type { ForgeOptions } from '../forge/options.ts'
import { type ServedApplication, servedApplication } from './server/application.ts'
import { carryFaults } from './server/carry-faults.ts'
import { type DevServerSettings, isOnLoopback, refusalOfHost } from './server/dev-server-access.ts'
import { startingSeed } from './server/starting-seed.ts'
import { watchSeed } from './server/watch-seed.ts'
import { controlTokenAt } from './server/who-may-ask.ts'

/** What the plugin takes: all that `createForge` does, where the forge is, and who controls it. */
export interface ForgeryPluginOptions extends ForgeOptions {
  /** The path that the forge is served below, such as `/forge`; by default the API is at the root. */
  readonly basePath?: string
  /**
   * Control calls (`/_forge/…`) must carry it, as `Authorization: Bearer TOKEN`. By default they need
   * none where Vite listens on a loopback address, and are refused where others reach it.
   */
  readonly controlToken?: string | null
}

/** As much of Vite's servers as the plugin needs; those of Vite 5 and later fit. */
interface ViteServer {
  readonly config: {
    readonly root: string
    readonly logger: { info(message: string): void; error(message: string): void }
    readonly server: DevServerSettings
    readonly preview: DevServerSettings
  }
  readonly middlewares: { use(middleware: Middleware): unknown }
  readonly httpServer: { once(event: 'close', listener: () => void): unknown } | null
  /** Tells the pages that are open; a preview has none. */
  readonly ws?: { send(payload: { type: 'full-reload' }): void }
}

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** A plugin of Vite. */
export interface ForgeryPlugin {
  readonly name: string
  readonly configureServer: (server: ViteServer) => Promise<void>
  readonly configurePreviewServer: (server: ViteServer) => Promise<void>
}

/**
 * A plugin of Vite that serves a forge from the dev server and the preview, at the same origin as the
 * front-end: no second process, no CORS. It starts from the `forgery.yaml` at the root of the project
 * where there is one and no `seed` is given, else from the demo world. When a seed that is a file
 * changes, the world begins again from it and open pages are loaded anew. It answers to the host names
 * that Vite answers to.
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
  const { basePath = '', controlToken: givenToken, ...forgeOptions } = options
  const seed = options.seed ?? startingSeed(config.root)
  const log = (line: string) => config.logger.error(`forgery: ${line}`)
  const forge = await createForge({ log, ...forgeOptions, seed })
  const controlToken = controlTokenAt(isOnLoopback(settings), givenToken)
  const served = servedApplication('forgery', forge, { basePath, controlToken })
  const answer = getRequestListener(carryFaults(checkingHosts(served, settings)), {
    overrideGlobalObjects: false,
  })
  const isForForge = pathTest(basePath.replace(/\/$/, ''))
  middlewares.use((request, response, next) => {
    if (isForForge(request.url ?? '')) answer(request, response)
    else next()
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

function isOfFiles(seed: ForgeOptions['seed']): seed is string | URL {
  return seed instanceof URL || (typeof seed === 'string' && seed !== 'demo' && seed !== 'empty')
}

/** Some versions of Vite check the host after the plugin has answered. */
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

/** Below a path of its own all is the forge's; at the root, what no front-end has. */
function pathTest(basePath: string): (url: string) => boolean {
  const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
  if (basePath !== '') return (url) => `${pathOf(url)}/`.startsWith(`${basePath}/`)
  const apis = Object.values(basePaths).join('|')
  const ofForge = new RegExp(
    `^(/w/[^/]+)?((${apis}|/_forge)(/|$)|/avatars/[^/]+\\.svg$|/[^/]+/[^/]+\\.git/)`,
  )
  return (url) => ofForge.test(pathOf(url).replace(/\/{2,}/g, '/'))
}
