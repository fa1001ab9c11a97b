import { z } from 'zod'
import type { WorldDescription } from '../../worlds/world-directory.ts'
import type { NewWorld } from '../../worlds/worlds.ts'
import type { WorkerEnvironment } from './engine.ts'
import { accepted, readDescription } from './object-calls.ts'

/** The client of the registry, the object with the names of the worlds. */
export interface Registry {
  /** Lists the worlds without the default one, the least recently used first. */
  names(): Promise<readonly string[]>
  /** @throws ControlError where the registry refuses it. */
  create(world: NewWorld): Promise<WorldDescription>
  /** @throws ControlError where there is no such world. */
  remove(name: string): Promise<void>
  /** Reports that a world is in use. */
  use(name: string): Promise<void>
}

const names = z.array(z.string())

/** Returns the single registry of a worker. */
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
