import { worldOf } from '../../src/seed/worlds.ts'
import type { Snapshot } from '../../src/store/store.ts'

/** Where a forge of the demo world starts. */
export async function demoStart(): Promise<Snapshot> {
  return (await worldOf('demo')).snapshot
}
