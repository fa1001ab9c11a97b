import type { Snapshot } from '../store/store.ts'
import { unpackWorld } from '../worlds/saved/packaged-world.ts'
import { shiftedTo } from '../worlds/saved/shift-world.ts'
import { world } from './generated/demo-world.ts'

/** The world of fixtures/demo. Its records, and what reads them, are loaded when it is first asked for. */
export function demoWorld(): Snapshot {
  return unpackWorld(world)
}

/** The same, as if it had happened until the week before a time. */
export function demoWorldAt(now: string): Snapshot {
  return unpackWorld(shiftedTo(world, now))
}
