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

/** The constructor that the engine calls for an object. */
type ObjectClass = new (state: ObjectState, environment: WorkerEnvironment) => FetchingObject

/** The exports of a module for Cloudflare Workers. */
export interface ForgeWorker {
  /** Answers requests; those to a world are answered by its object. */
  fetch(request: Request, environment: WorkerEnvironment): Promise<Response>
  /** The class of the objects that hold one world each. */
  readonly ForgeWorld: ObjectClass
  /** The class of the single object that holds the names of the worlds. */
  readonly ForgeRegistry: ObjectClass
}

/**
 * Makes a worker with many worlds, each in a Durable Object. Requests name their world as with `forgery serve`: by the
 * path `/w/NAME/…`, the header `X-Forge-World` or the cookie `forge_world`. Control calls need the secret
 * `FORGERY_CONTROL_TOKEN`.
 * @throws TypeError where an option is unknown or wrong; it names the option and what it must be.
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

/** Wraps a factory in a class, which the engine requires. */
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
