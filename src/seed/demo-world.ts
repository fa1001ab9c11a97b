import { readTime } from '../contract/time.ts'
import type { Snapshot } from '../store/store.ts'
import { unpackWorld } from '../worlds/saved/packaged-world.ts'
import { shiftedTo } from '../worlds/saved/shift-world.ts'
import { world } from './generated/demo-world.ts'

const demoAt = 'demo@'

/**
 * The demo world; of `demo@DAY` as if it had happened until the week before that day or time.
 * @throws TypeError where that is none.
 */
export function demoWorld(name: string): Snapshot {
  if (!name.startsWith(demoAt)) return unpackWorld(world)
  const now = readTime(name.slice(demoAt.length))
  if (now !== undefined) return unpackWorld(shiftedTo(world, now))
  throw new TypeError(
    `The seed "${name}" must name a day or an ISO 8601 time after the @, such as demo@2026-01-15.`,
  )
}
