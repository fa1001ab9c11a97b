import type { Snapshot } from '../store/store.ts'
import { unpackWorld } from '../worlds/saved/packaged-world.ts'
import { shiftedTo } from '../worlds/saved/shift-world.ts'
import { world } from './generated/demo-world.ts'

/** Returns the world of fixtures/demo. Its records, and the code that reads them, are loaded on first use. */
export function demoWorld(): Snapshot {
  return unpackWorld(world)
}

/** Returns the same world with its dates moved, so that it ends in the week before a time. */
export function demoWorldAt(now: string): Snapshot {
  return unpackWorld(shiftedTo(world, now))
}
