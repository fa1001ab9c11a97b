import { defaultWorld } from '../control/world-names.ts'
import type { World, Worlds } from '../control/worlds.ts'
import { preparePipelinesOf } from '../domain/builds/pipeline-files.ts'
import {
  type KeepOptions,
  type KeptWorld,
  keepWorld,
  savingAfterChanges,
} from '../saved-world/keep-world.ts'
import type { WorldStorage } from '../saved-world/storage.ts'
import { readWorld, writeWorld } from '../saved-world/world-file.ts'
import type { Snapshot } from '../store/store.ts'
import type { WorldFolder } from './world-folder.ts'

/** Where the worlds of a server are kept: the default one, and the others. */
export interface KeptPlaces {
  readonly first: WorldStorage
  readonly folder: WorldFolder
}

/**
 * Keeps all worlds of a server: those that were saved are there again, each is saved soon after its
 * changes, one after the other, and what is kept of a world goes with it. `stop` saves what is not
 * saved yet.
 * @throws Error where a saved world cannot be read, or the default one not be saved; before anything is
 * saved, where there are more than may be.
 */
export async function keepWorlds(
  worlds: Worlds,
  { first, folder }: KeptPlaces,
  options: KeepOptions,
): Promise<KeptWorld> {
  const { forge } = worlds.default
  await checkRoom(worlds, folder)
  await first.save(await forge.toBytes())
  const inTurn = createTurns()
  const kept = new Set<KeptOne>()

  function keep(world: World, start: Snapshot | undefined): KeptOne {
    const one = keepOne(world, start, folder, inTurn, options)
    kept.add(one)
    whenAborted(world.ended, () => kept.delete(one))
    return one
  }

  await putBackSaved(worlds, folder, keep)
  worlds.onCreate((world, { seed, from, snapshot }) => {
    const isOwnStart = (seed ?? from ?? snapshot) !== undefined
    keep(world, isOwnStart ? world.forge.snapshot() : undefined).saveLater()
  })
  const keptFirst = keepWorld(forge, first, options)
  return {
    async stop() {
      const ends = [keptFirst, ...kept].map((one) => one.stop())
      for (const end of await Promise.allSettled(ends)) {
        if (end.status === 'rejected') throw end.reason
      }
    },
  }
}

/** A world that is put back among too many would be let go, and what is kept of it removed. */
async function checkRoom({ maxWorlds }: Worlds, folder: WorldFolder): Promise<void> {
  const names = (await folder.names()).filter((name) => name !== defaultWorld)
  if (names.length <= maxWorlds) return
  throw new Error(
    `${folder.path} holds ${names.length} worlds, and --max-worlds ${maxWorlds} would let the oldest go for good: start with --max-worlds ${names.length} or more, or remove the files of worlds that are not needed any more, such as those of "${names[0]}"`,
  )
}

/** One work after the other: a thousand worlds that change at once would fill the memory. */
type Turns = (work: () => Promise<void>) => Promise<void>

function createTurns(): Turns {
  let last = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

async function putBackSaved(
  worlds: Worlds,
  folder: WorldFolder,
  keep: (world: World, start: Snapshot | undefined) => unknown,
): Promise<void> {
  for (const name of await folder.names()) {
    const bytes = await folder.world(name).load()
    if (!bytes || name === defaultWorld) continue
    const saved = await readWorld(bytes, `of the world "${name}"`)
    const startBytes = await folder.start(name).load()
    await preparePipelinesOf(saved.snapshot)
    const start = startBytes && (await readWorld(startBytes, `that "${name}" starts from`)).snapshot
    if (start) await preparePipelinesOf(start)
    keep(worlds.putBack(name, { saved, start }), undefined)
  }
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act)
}

interface KeptOne extends KeptWorld {
  saveLater(): void
}

/** Keeps a world until it ends; `start` is what has to be saved for a reset of it. */
function keepOne(
  world: World,
  start: Snapshot | undefined,
  folder: WorldFolder,
  inTurn: Turns,
  options: KeepOptions,
): KeptOne {
  const { name, forge, ended } = world
  const [present, beginning] = [folder.world(name), folder.start(name)]
  let startToSave = start

  async function save(): Promise<void> {
    if (ended.aborted) return
    if (startToSave) {
      const clock = { ahead: 0 }
      await beginning.save(await writeWorld({ snapshot: startToSave, clock, random: undefined }))
      startToSave = undefined
    }
    await present.save(await forge.toBytes())
  }
  const saving = savingAfterChanges(forge, () => inTurn(save), options)
  whenAborted(ended, () => {
    saving.end()
    inTurn(() => folder.remove(name)).catch(options.onError)
  })
  return {
    saveLater: saving.saveLater,
    async stop() {
      saving.end()
      if (saving.isBehind()) await saving.saveNow()
    },
  }
}
