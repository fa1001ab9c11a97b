import type { Forge } from '../forge.ts'
import { fileStorage } from '../saved-world/file-storage.ts'
import { type KeptWorld, keepWorld } from '../saved-world/keep-world.ts'
import { type OptionValues, optionalText } from './command.ts'

/** The file of `--data`: what is in it, and the keeping of a world there. */
export interface DataFile {
  /** Its path, to go on from; undefined where there is no such file yet. */
  readonly from: string | undefined
  /** What a person calls the world that is served. */
  readonly world: string
  /** Keeps the world of a forge in the file; rejects where that cannot be written. */
  keep(forge: Forge): Promise<KeptWorld>
}

/** Milliseconds from a change to the saving of it: no more than the last second may be lost. */
const delay = 100

/** Without `--data` nothing is kept, and the world is called by its seed. */
export async function dataOption(values: OptionValues, seed: string): Promise<DataFile> {
  const file = optionalText(values, 'data')
  if (file === undefined) {
    return { from: undefined, world: seed, keep: async () => ({ stop: async () => {} }) }
  }
  const storage = fileStorage(file)
  const from = (await storage.load()) ? file : undefined
  return {
    from,
    world: from ?? seed,
    async keep(forge) {
      await storage.save(await forge.toBytes())
      return keepWorld(forge, storage, { delay, onError: tell })
    },
  }
}

function tell(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`forgery: ${reason}; it is tried again at the next change.\n`)
}
