import type { FetchingObject, ObjectState, WorkerEnvironment } from './engine.ts'
import { createFront } from './front.ts'
import { createRegistryObject } from './registry-object.ts'
import { createStartFinder } from './starts.ts'
import { readOptions, type WorkerOptions } from './worker-options.ts'
import { createWorldObject } from './world-object.ts'

export type {
  FetchingObject,
  ObjectId,
  ObjectNamespace,
  ObjectState,
  ObjectStorage,
  ObjectTransaction,
  WorkerEnvironment,
} from './engine.ts'
export type { WorkerOptions } from './worker-options.ts'

/** How the engine makes an object. */
type ObjectClass = new (state: ObjectState, environment: WorkerEnvironment) => FetchingObject

/** What a module for Cloudflare Workers exports. */
export interface ForgeWorker {
  /** Answers requests: those of a world by its object. */
  fetch(request: Request, environment: WorkerEnvironment): Promise<Response>
  /** The class of the objects that have a world each. */
  readonly ForgeWorld: ObjectClass
  /** The class of the one object that knows the names of the worlds. */
  readonly ForgeRegistry: ObjectClass
}

/**
 * Makes a worker of many worlds, each in a Durable Object. Requests name their world as those to
 * `forgery serve` do: by the path `/w/NAME/…`, the header `X-Forge-World` or the cookie `forge_world`.
 * Control calls need the secret `FORGERY_CONTROL_TOKEN`.
 * @throws TypeError where an option is unknown or wrong, naming it and what it must be.
 * @example
 * const { fetch, ForgeWorld, ForgeRegistry } = createWorker({ seed: 'demo' })
 * export { ForgeRegistry, ForgeWorld }
 * export default { fetch }
 */
export function createWorker(options: WorkerOptions = {}): ForgeWorker {
  const settings = readOptions(options)
  const findStart = createStartFinder(settings)
  return {
    fetch: createFront(settings),
    ForgeWorld: objectClass((state, environment) =>
      createWorldObject(state, environment, settings, findStart),
    ),
    ForgeRegistry: objectClass((state, environment) =>
      createRegistryObject(state, environment, settings),
    ),
  }
}

/** The engine wants a class, and nothing of it but this. */
function objectClass(
  create: (state: ObjectState, environment: WorkerEnvironment) => FetchingObject,
): ObjectClass {
  return class {
    readonly #object: FetchingObject

    constructor(state: ObjectState, environment: WorkerEnvironment) {
      this.#object = create(state, environment)
    }

    fetch(request: Request): Promise<Response> {
      return this.#object.fetch(request)
    }
  }
}
