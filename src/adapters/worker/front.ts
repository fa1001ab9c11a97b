import { Hono } from 'hono'
import {
  type NamedWorld,
  namedWorld,
  prefixOf,
  problemOf,
} from '../../worlds/control/reached-world.ts'
import { ControlError } from '../../worlds/control-error.ts'
import type { WorldDirectory } from '../../worlds/world-directory.ts'
import {
  checkRemovable,
  defaultWorld,
  isWorldName,
  missingWorld,
} from '../../worlds/world-names.ts'
import { seedNamesOf } from '../../worlds/world-seeds.ts'
import type { World } from '../../worlds/worlds.ts'
import { controlRoutes } from '../server/control.ts'
import { getPath, guard, pathOf } from '../server/guard.ts'
import { placeRequest } from '../server/request-place.ts'
import { type PlacedEnvironment, reportRequests } from '../server/served-request.ts'
import type { WorkerEnvironment } from './engine.ts'
import { callHeader, callObject, readDescription, unmade } from './object-calls.ts'
import { registryOf } from './registry-calls.ts'
import type { WorkerSettings } from './worker-options.ts'

type FrontEnvironment = PlacedEnvironment & { Bindings: { named: NamedWorld | undefined } }

/** Handles the requests of clients: forwards those to a world to its object, and answers the others itself. */
export function createFront(settings: WorkerSettings) {
  return async (request: Request, environment: WorkerEnvironment): Promise<Response> => {
    if (request.headers.has(callHeader)) {
      const message = `400 (Bad request) The header ${callHeader} is the worker's own`
      return Response.json({ message }, { status: 400 })
    }
    const name = worldAsked(request, settings)
    if (name !== undefined && isWorldName(name)) {
      const { FORGE_WORLDS: worlds } = environment
      const response = await worlds.get(worlds.idFromName(name)).fetch(request)
      if (response.headers.get(callHeader) !== unmade) return response
    }
    return answerForAll(environment, settings)(name === undefined ? request : bodiless(request))
  }
}

/** Returns the name of the world whose object answers a request; undefined where the front answers it. */
function worldAsked(request: Request, { access }: WorkerSettings): string | undefined {
  const placed = placeRequest(request, access)
  if ('message' in placed) return undefined
  const path = pathOf(placed.request).slice(placed.base.length)
  const named = namedWorld(placed.request, path)
  const own = path.slice(prefixOf(named).length)
  if (/^\/_forge\/(health|openapi\.json|operations|assets\/[^/]+|worlds(\/[^/]*)?)$/.test(own))
    return undefined
  return /^\/_forge\/worlds\/([^/]+)\//.exec(own)?.[1] ?? named?.name ?? defaultWorld
}

/**
 * Copies a request without its body, which the object may have read; the response to a missing world does not need it.
 */
function bodiless({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers })
}

/** Returns the handler of requests that are for no world, or for one that does not exist. */
function answerForAll(environment: WorkerEnvironment, settings: WorkerSettings) {
  const { access } = settings
  const controlToken = environment.FORGERY_CONTROL_TOKEN || null
  const directory = remoteDirectory(environment, settings)
  const report = reportRequests<PlacedEnvironment>(() => {})
  const routes = new Hono<FrontEnvironment>({ getPath })
  routes.route('/', controlRoutes(directory, { controlToken }, report))
  routes.all('*', async ({ env, json }) => json({ message: await problem(env.named) }, 404))

  async function problem(named: NamedWorld | undefined): Promise<string> {
    return problemOf(named ?? { name: '', by: 'path' }, await directory.names())
  }
  async function worldOf(name: string | undefined, named: NamedWorld | undefined): Promise<World> {
    if (name !== undefined) return missingWorld(name)
    throw new ControlError(404, await problem(named))
  }

  const answer = guard(routes, access, (shown, base, path) => {
    const named = namedWorld(shown, path)
    const prefix = `${base}${prefixOf(named)}`
    return { base, prefix, named, worldOf: (name) => worldOf(name, named) }
  })
  return async (request: Request) => (await answer(request)).response
}

/** Returns the worlds of a worker: the registry has their names, and each is in an object of its own. */
function remoteDirectory(
  environment: WorkerEnvironment,
  { seeds }: WorkerSettings,
): WorldDirectory {
  const registry = registryOf(environment)
  return {
    seedNames: seedNamesOf(seeds),
    names: async () => [defaultWorld, ...(await registry.names())],
    create: registry.create,
    async show(name) {
      if (!isWorldName(name)) return missingWorld(name)
      return readDescription(await callObject(environment.FORGE_WORLDS, name, 'show'))
    },
    remove(name) {
      checkRemovable(name)
      return registry.remove(name)
    },
  }
}
