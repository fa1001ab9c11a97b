import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createForge } from './create-forge.ts'
import type { ForgeOptions } from './forge-options.ts'
import { servedApplication } from './server/application.ts'
import { carryFaults } from './server/carry-faults.ts'
import { startingSeed } from './server/starting-seed.ts'
import { watchSeed } from './server/watch-seed.ts'

/** What the plugin takes: all that `createForge` does, and where the forge is. */
export interface ForgeryPluginOptions extends ForgeOptions {
  /** The path that the forge is served below, such as `/forge`; by default `/api/v3` is at the root. */
  readonly basePath?: string
}

/** As much of Vite's servers as the plugin needs; those of Vite 5 and later fit. */
interface ViteServer {
  readonly config: {
    readonly root: string
    readonly logger: { info(message: string): void; error(message: string): void }
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
 * changes, the world begins again from it and open pages are loaded anew.
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [forgery({ seed: 'fixtures/world.yaml' })] })
 */
export function forgery(options: ForgeryPluginOptions = {}): ForgeryPlugin {
  const serve = (server: ViteServer) => serveForge(server, options)
  return { name: 'forgery', configureServer: serve, configurePreviewServer: serve }
}

async function serveForge(server: ViteServer, options: ForgeryPluginOptions): Promise<void> {
  const { config, middlewares, httpServer, ws } = server
  const { basePath = '', ...forgeOptions } = options
  const seed = options.seed ?? startingSeed(config.root)
  const log = (line: string) => config.logger.error(`forgery: ${line}`)
  const forge = await createForge({ log, ...forgeOptions, seed })
  const served = servedApplication('forgery', forge, { basePath })
  const answer = getRequestListener(carryFaults(served), { overrideGlobalObjects: false })
  const isForForge = pathTest(basePath.replace(/\/$/, ''))
  middlewares.use((request, response, next) => {
    if (isForForge(request.url ?? '')) answer(request, response)
    else next()
  })
  if (typeof seed !== 'string' || seed === 'demo' || seed === 'empty') return
  const stop = watchSeed(forge, seed, {
    onReload() {
      config.logger.info(`forgery: ${seed} has changed, the world begins again from it`)
      ws?.send({ type: 'full-reload' })
    },
    onProblem: (message) => log(`${message}\nThe world stays as it was.`),
  })
  httpServer?.once('close', stop)
}

/** Below a path of its own all is the forge's; at the root, what no front-end has. */
function pathTest(basePath: string): (url: string) => boolean {
  const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
  if (basePath !== '') return (url) => `${pathOf(url)}/`.startsWith(`${basePath}/`)
  const ofForge =
    /^(\/w\/[^/]+)?\/(api\/v3(\/|$)|_forge(\/|$)|avatars\/[^/]+\.svg$|[^/]+\/[^/]+\.git\/)/
  return (url) => ofForge.test(pathOf(url).replace(/\/{2,}/g, '/'))
}
