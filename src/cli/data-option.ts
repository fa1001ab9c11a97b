import { fileStorage } from '../worlds/saved/file-storage.ts'
import type { KeptWorld } from '../worlds/saved/keep-world.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { type OptionValues, optionalText } from './command.ts'
import { worldFolder } from './world-folder.ts'

/** The file of `--data`: the default world in it, and the keeping of all worlds there. */
export interface DataFile {
  /** Its path, to go on from; undefined where there is no such file yet. */
  readonly from: string | undefined
  /** What a person calls the world that is served. */
  readonly world: string
  /**
   * Keeps the default world in the file and the others in a folder beside it, from where those come back
   * that were saved; rejects where the file cannot be written, or a world not be read.
   */
  keep(worlds: Worlds): Promise<KeptWorld>
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
    async keep(worlds) {
      const { keepWorlds } = await import('./kept-worlds.ts')
      const places = { first: storage, folder: worldFolder(`${file}.worlds`) }
      return keepWorlds(worlds, places, { delay, onError: createTelling() })
    },
  }
}

/** Tells why saving failed; once for one error, which comes again at each change. */
function createTelling(): (error: unknown) => void {
  const told = new WeakSet<Error>()
  return (error) => {
    if (error instanceof Error && told.has(error)) return
    if (error instanceof Error) told.add(error)
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`forgery: ${reason}; it is tried again at the next change.\n`)
  }
}
