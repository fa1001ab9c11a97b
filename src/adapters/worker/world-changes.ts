import type { Fault, FaultDescription } from '../../forge/control.ts'
import type { Snapshot } from '../../store/store.ts'
import { writeWorld } from '../../worlds/saved/world-file.ts'
import type { OpenForge } from './open-forge.ts'
import type { AboutWorld, StoredStart, WorldChange } from './stored-world.ts'

/** Tracks which changes of a world are not stored yet. */
export interface WorldChanges {
  /** Whether `take` would return no changes. */
  isEmpty(): boolean
  /** Returns all changes since the last call, as of one point in time. */
  take(): Promise<WorldChange>
  /** Marks the world as changed, since moving a clock emits no event. */
  note(): void
}

/** Tracks the changes of a forge that is completely stored at present. */
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
      // Started before any await, so that everything is of one point in time.
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

/** Returns the changed snapshots by name; undefined for removed ones. */
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
    // A snapshot has no time of its own: restoring one keeps the clock.
    const saved = snapshot && { snapshot, clock: { ahead: 0 }, random: undefined }
    written.set(name, saved && (await writeWorld(saved)))
  }
  return written
}

/** Returns a fault with the hits that are left, to be added again; nothing where it is used up. */
function remainderOf({ id: _, hits, times, ...described }: Fault): FaultDescription[] {
  if (times === undefined) return [described]
  return times > hits ? [{ ...described, times: times - hits }] : []
}
