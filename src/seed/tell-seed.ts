import { createStore, type Snapshot } from '../store/store.ts'
import { addSeed } from './load.ts'
import { givenAsObject, type SeedOrigin } from './problems.ts'
import type { Seed } from './schema.ts'
import { tellersFor } from './tellers.ts'

/** The world of a seed that is given, or of the path or the file: URL of its file (in Node). */
export async function tellSeed(seed: string | URL | Seed): Promise<Snapshot> {
  if (typeof seed !== 'string' && !(seed instanceof URL)) {
    return told(seed, 'given to createForge', givenAsObject)
  }
  const { readSeedFile } = await import('./file.ts')
  const origin = readSeedFile(seed)
  return told(origin.seed, String(seed), origin)
}

async function told(seed: unknown, source: string, origin: SeedOrigin): Promise<Snapshot> {
  const tellers = await tellersFor(seed)
  const store = createStore()
  addSeed(store, seed, source, tellers, origin)
  return store.snapshot()
}
