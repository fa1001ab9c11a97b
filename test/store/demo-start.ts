import { loadWorld } from '../../src/seed/worlds.ts'
import type { Snapshot } from '../../src/store/store.ts'

/** Where a forge of the demo world starts. */
export function demoStart(): Promise<Snapshot> {
  return loadWorld('demo')
}
