import { createWorkQueue, type WorkQueue } from '../shared/work-queue.ts'
import type { Snapshot } from '../store/store.ts'
import {
  type Autosave,
  type AutosaveOptions,
  autosave,
  savingAfterChanges,
} from '../worlds/saved/autosave.ts'
import { type FileStorage, fileStorage } from '../worlds/saved/file-storage.ts'
import type { WorldStorage } from '../worlds/saved/storage.ts'
import { readWorld, writeWorld } from '../worlds/saved/world-file.ts'
import { defaultWorld } from '../worlds/world-names.ts'
import type { World, Worlds } from '../worlds/worlds.ts'
import { type OptionValues, optionalText } from './command.ts'
import { type WorldFolder, worldFolder } from './world-folder.ts'

/** The file of `--data`, which holds the default world, with the function that saves all worlds. */
interface DataFile {
  /** The path of the file to continue from; undefined where it does not exist yet. */
  readonly from: string | undefined
  /** The name of the served world for users. */
  readonly world: string
  /**
   * Saves the default world to the file and the others to a folder beside it, after restoring the worlds saved there.
   * Rejects where the file cannot be written, or a world cannot be read.
   */
  keep(worlds: Worlds): Promise<Autosave>
}

/** Milliseconds from a change until it is saved: at most the last second may be lost. */
const delay = 100

/** Reads `--data`. Without it nothing is saved, and the world is named after its seed. */
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
      const places = { first: storage, folder: worldFolder(`${file}.worlds`) }
      return autosaves(worlds, places, { delay, onError: reportOnce() })
    },
  }
}

/** Returns a function that reports why saving failed, once per error, since the error recurs at each change. */
function reportOnce(): (error: unknown) => void {
  const reported = new WeakSet<Error>()
  return (error) => {
    if (error instanceof Error && reported.has(error)) return
    if (error instanceof Error) reported.add(error)
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`forgery: ${reason}; it is tried again at the next change.\n`)
  }
}

/** The storage of the worlds of a server: of the default one, and of the others. */
interface KeptPlaces {
  readonly first: WorldStorage
  readonly folder: WorldFolder
}

/**
 * Restores the saved worlds of a server and saves all worlds. Each world is saved soon after its changes, one world at
 * a time, and its files are removed together with it. `stop` saves the remaining changes.
 * @throws Error where a saved world cannot be read, or the default one cannot be saved; also, before anything is saved,
 * where there are more worlds than the limit.
 */
async function autosaves(
  worlds: Worlds,
  { first, folder }: KeptPlaces,
  options: AutosaveOptions,
): Promise<Autosave> {
  const { forge } = worlds.default
  await checkRoom(worlds, folder)
  await first.save(await forge.toBytes())
  // Saving a thousand changed worlds concurrently would exhaust the memory.
  const oneAtATime = createWorkQueue()
  const savers = new Set<WorldSaver>()

  function keep(world: World, files: FilesOfWorld): WorldSaver {
    const one = createWorldSaver(world, files, oneAtATime, options)
    savers.add(one)
    whenAborted(world.ended, () => savers.delete(one))
    return one
  }

  await putBackSaved(worlds, folder, keep)
  worlds.onCreate((world, { seed, from, snapshot }) => {
    const isOwnStart = (seed ?? from ?? snapshot) !== undefined
    const { name } = world
    keep(world, {
      present: folder.world(name),
      beginning: folder.start(name),
      isNew: true,
      startToSave: isOwnStart ? world.forge.snapshot() : undefined,
    }).saveLater()
  })
  const defaultSaver = autosave(forge, first, options)
  return {
    async stop() {
      const ends = [defaultSaver, ...savers].map((one) => one.stop())
      const reasons = (await Promise.allSettled(ends)).flatMap((end) =>
        end.status === 'rejected' ? [messageOf(end.reason)] : [],
      )
      if (reasons.length > 0) throw new Error(reasons.join('\n'))
    },
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

/** Checks the limit, since restoring too many worlds would evict some and remove their files. */
async function checkRoom({ maxWorlds }: Worlds, folder: WorldFolder): Promise<void> {
  const names = (await folder.names()).filter((name) => name !== defaultWorld)
  if (names.length <= maxWorlds) return
  throw new Error(
    `${folder.path} holds ${names.length} worlds, and --max-worlds ${maxWorlds} would evict the oldest for good: start with --max-worlds ${names.length} or more, or remove the files of worlds that are not needed any more, such as those of "${names[0]}"`,
  )
}

async function putBackSaved(
  worlds: Worlds,
  folder: WorldFolder,
  keep: (world: World, files: FilesOfWorld) => unknown,
): Promise<void> {
  for (const name of await folder.names()) {
    const [present, beginning] = [folder.world(name), folder.start(name)]
    const bytes = await present.load()
    if (!bytes || name === defaultWorld) continue
    const saved = await readWorld(bytes, `of the world "${name}"`)
    const startBytes = await beginning.load()
    const start = startBytes && (await readWorld(startBytes, `that "${name}" starts from`)).snapshot
    const world = worlds.putBack(name, { saved, start })
    keep(world, { present, beginning, isNew: false, startToSave: undefined })
  }
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act)
}

interface WorldSaver extends Autosave {
  saveLater(): void
}

/** The files of a world. */
interface FilesOfWorld {
  readonly present: FileStorage
  /** The state after a reset. */
  readonly beginning: FileStorage
  /** Whether the world was just created, in which case an existing file belongs to a world of another server. */
  readonly isNew: boolean
  /** The starting point that must be saved for a reset. */
  readonly startToSave: Snapshot | undefined
}

/** Saves a world until it is removed. */
function createWorldSaver(
  { forge, ended }: World,
  { present, beginning, ...files }: FilesOfWorld,
  oneAtATime: WorkQueue,
  options: AutosaveOptions,
): WorldSaver {
  let { isNew, startToSave } = files

  async function save(): Promise<void> {
    if (ended.aborted) return
    if (isNew) await present.expectNone()
    isNew = false
    if (startToSave) {
      const clock = { ahead: 0 }
      await beginning.save(await writeWorld({ snapshot: startToSave, clock, random: undefined }))
      startToSave = undefined
    }
    await present.save(await forge.toBytes())
  }

  async function remove(): Promise<void> {
    if (isNew) return
    // In this order, since a start without a world belongs to none.
    await present.remove()
    await beginning.remove()
  }
  const saving = savingAfterChanges(forge, () => oneAtATime(save), options)
  whenAborted(ended, () => {
    saving.end()
    oneAtATime(remove).catch(options.onError)
  })
  return {
    saveLater: saving.saveLater,
    async stop() {
      saving.end()
      if (saving.isBehind()) await saving.saveNow()
    },
  }
}
