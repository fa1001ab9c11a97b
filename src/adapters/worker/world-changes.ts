import type { Fault, FaultDescription } from '../../forge/control.ts'
import type { Snapshot } from '../../store/store.ts'
import { writeWorld } from '../../worlds/saved/world-file.ts'
import type { OpenForge } from './open-forge.ts'
import type { AboutWorld, StoredStart, WorldChange } from './stored-world.ts'

/** Knows what of a world the storage has, and what it has not. */
export interface WorldChanges {
  /** Whether something is there that `take` would give. */
  isEmpty(): boolean
  /** What has changed since it was called last, as of this moment. */
  take(): Promise<WorldChange>
  /** Has the world count as changed: a clock notifies nobody when it is moved. */
  note(): void
}

/** Follows the changes of a forge from now on: the storage has all of it. */
export function followChanges(
  name: string,
  start: StoredStart,
  { forge, snapshots }: OpenForge,
): WorldChanges {
  let hasChanged = false
  let lastAbout = JSON.stringify(about())
  let lastSnapshots: ReadonlyMap<string, Snapshot> = new Map(snapshots)
  forge.watch(({ type }) => {
    if (type === 'change') hasChanged = true
  })

  function about(): AboutWorld {
    const faults = forge.faults.all().flatMap(remainderOf)
    return { version: 1, name, start, snapshots: [...snapshots.keys()], faults }
  }

  return {
    isEmpty: () =>
      !hasChanged &&
      JSON.stringify(about()) === lastAbout &&
      changedSnapshots(lastSnapshots, snapshots).size === 0,
    note() {
      hasChanged = true
    },
    async take() {
      const present = about()
      const written = JSON.stringify(present)
      const isOther = written !== lastAbout
      const changed = changedSnapshots(lastSnapshots, snapshots)
      // Begun before anything else can happen, so all of it is of one moment.
      const world = hasChanged ? forge.toBytes() : undefined
      hasChanged = false
      lastAbout = written
      lastSnapshots = new Map(snapshots)
      return {
        about: isOther ? present : undefined,
        world: await world,
        snapshots: await writtenSnapshots(changed),
      }
    },
  }
}

/** By name; undefined for those that are gone. */
function changedSnapshots(
  before: ReadonlyMap<string, Snapshot>,
  present: ReadonlyMap<string, Snapshot>,
): Map<string, Snapshot | undefined> {
  const names = new Set([...before.keys(), ...present.keys()])
  const changed = [...names].filter((name) => before.get(name) !== present.get(name))
  return new Map(changed.map((name) => [name, present.get(name)]))
}

async function writtenSnapshots(
  changed: ReadonlyMap<string, Snapshot | undefined>,
): Promise<Map<string, Uint8Array | undefined>> {
  const written = new Map<string, Uint8Array | undefined>()
  for (const [name, snapshot] of changed) {
    // A snapshot has no time of its own: who restores it keeps the clock.
    const saved = snapshot && { snapshot, clock: { ahead: 0 }, random: undefined }
    written.set(name, saved && (await writeWorld(saved)))
  }
  return written
}

/** A fault as it is to be added again: with the hits that it has left, or none where it is spent. */
function remainderOf({ id: _, hits, times, ...described }: Fault): FaultDescription[] {
  if (times === undefined) return [described]
  return times > hits ? [{ ...described, times: times - hits }] : []
}
