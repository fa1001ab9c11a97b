import { ControlError } from '../../worlds/control-error.ts'
import { readSeed } from '../../worlds/world-seeds.ts'
import type { ObjectStorage } from './engine.ts'
import type { NewStart } from './object-calls.ts'
import { reopenForge, startForge } from './open-forge.ts'
import { keepServing, type PersistentWorld } from './persistent-world.ts'
import type { StartFinder } from './starts.ts'
import {
  readStoredWorld,
  type StoredStart,
  type WorldChange,
  writeStoredWorld,
} from './stored-world.ts'
import type { WorkerSettings } from './worker-options.ts'

/** Opens and makes the world of an object's storage. */
export interface WorldKeeper {
  /**
   * Opens the world; undefined where none was made.
   * @throws Error where it cannot be read.
   */
  open(): Promise<PersistentWorld | undefined>
  /**
   * Makes a world, which replaces the previous one.
   * @throws SeedError where the seed is wrong.
   */
  make(name: string, start: NewStart): Promise<PersistentWorld>
}

/** `controlToken` is the token that control calls must send; null refuses all of them. */
export function createWorldKeeper(
  storage: ObjectStorage,
  settings: WorkerSettings,
  findStart: StartFinder,
  controlToken: string | null,
): WorldKeeper {
  const { forge: options, maxWorldSize } = settings
  const access = { ...settings.access, controlToken }
  const write = (change: WorldChange) => checkedWrite(storage, change, maxWorldSize)

  /** Stores an unnamed seed as the world that it makes. */
  async function startOf(given: NewStart): Promise<[StoredStart, Uint8Array | undefined]> {
    if (given instanceof Uint8Array) return [{ kind: 'world' }, given]
    const { seed } = given
    if (seed === undefined) return [{ kind: 'seed' }, undefined]
    if (typeof seed === 'string') return [{ kind: 'seed', name: seed }, undefined]
    const snapshot = await readSeed(seed)
    const { forge } = await startForge('', { snapshot, saved: undefined }, options)
    return [{ kind: 'world' }, await forge.toBytes()]
  }

  return {
    async open() {
      const stored = await readStoredWorld(storage)
      if (!stored) return undefined
      const { name, start } = stored.about
      const found = await findStart(start, stored.startWorld)
      return keepServing(name, start, await reopenForge(stored, found, options), access, write)
    },
    async make(name, given) {
      const [start, startWorld] = await startOf(given)
      const opened = await startForge(name, await findStart(start, startWorld), options)
      const world = await opened.forge.toBytes()
      await storage.deleteAll()
      await write({
        about: { version: 1, name, start, snapshots: [], faults: [] },
        world,
        startWorld,
      })
      return keepServing(name, start, opened, access, write)
    },
  }
}

/** @throws ControlError where a saved world is too large, or the storage fails; nothing is written then. */
async function checkedWrite(
  storage: ObjectStorage,
  change: WorldChange,
  maxWorldSize: number,
): Promise<void> {
  for (const bytes of [change.world, change.startWorld, ...(change.snapshots?.values() ?? [])]) {
    if (bytes && bytes.length > maxWorldSize) throw tooLarge(bytes.length, maxWorldSize)
  }
  try {
    await writeStoredWorld(storage, change)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ControlError(
      503,
      `503 Service Unavailable - the change could not be stored, and has not happened: ${reason}`,
    )
  }
}

function tooLarge(size: number, most: number): ControlError {
  return new ControlError(
    507,
    `507 Insufficient Storage - the change has not happened: the saved world would have ${size} bytes, and maxWorldSize lets it have ${most}`,
  )
}
