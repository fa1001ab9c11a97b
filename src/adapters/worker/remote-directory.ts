import type { WorldDirectory } from '../../worlds/world-directory.ts'
import {
  checkRemovable,
  defaultWorld,
  isWorldName,
  missingWorld,
} from '../../worlds/world-names.ts'
import { seedNamesOf } from '../../worlds/world-seeds.ts'
import type { WorkerEnvironment } from './engine.ts'
import { callObject, readShown } from './object-calls.ts'
import { registryOf } from './registry-calls.ts'
import type { WorkerSettings } from './worker-options.ts'

/** The worlds of a worker: their names are in its registry, each of them is in an object of its own. */
export function remoteDirectory(
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
      return readShown(await callObject(environment.FORGE_WORLDS, name, 'show'))
    },
    remove(name) {
      checkRemovable(name)
      return registry.remove(name)
    },
  }
}
