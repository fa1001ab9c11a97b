import { z } from 'zod'
import type { WorldDescription } from '../../worlds/world-directory.ts'
import type { NewWorld } from '../../worlds/worlds.ts'
import type { WorkerEnvironment } from './engine.ts'
import { accepted, readDescription } from './object-calls.ts'

/** The registry as others call it: the object that knows the names of the worlds. */
export interface Registry {
  /** Without the default world, the longest unused first. */
  names(): Promise<readonly string[]>
  /** @throws ControlError where the registry refuses it. */
  create(world: NewWorld): Promise<WorldDescription>
  /** @throws ControlError where there is no such world. */
  remove(name: string): Promise<void>
  /** Notifies that a world is used. */
  use(name: string): Promise<void>
}

const names = z.array(z.string())

/** The registry of a worker; there is one. */
export function registryOf({ FORGE_REGISTRY: namespace }: WorkerEnvironment): Registry {
  async function call(method: string, path: string, body?: string): Promise<Response> {
    const object = namespace.get(namespace.idFromName('registry'))
    const init = { method, ...(body === undefined ? {} : { body }) }
    return accepted(await object.fetch(new Request(`http://registry${path}`, init)))
  }
  return {
    names: async () => names.parse(await (await call('GET', '/')).json()),
    create: async (world) => readDescription(await call('POST', '/', JSON.stringify(world))),
    async remove(name) {
      await call('DELETE', `/${name}`)
    },
    async use(name) {
      await call('PUT', `/${name}`)
    },
  }
}
