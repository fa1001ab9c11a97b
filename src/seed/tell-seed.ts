import { withPipelines } from '../domain/builds/pipeline-files.ts'
import type { Snapshot } from '../store/store.ts'
import { loadSeed } from './load.ts'
import type { Seed } from './schema.ts'

/** The world of a seed that is given, or of the path or the file: URL of its file (in Node). */
export async function tellSeed(seed: string | URL | Seed): Promise<Snapshot> {
  if (typeof seed !== 'string' && !(seed instanceof URL)) {
    return withPipelines(() => loadSeed(seed, 'given to createForge').snapshot())
  }
  const { readSeedFile } = await import('./file.ts')
  const origin = readSeedFile(seed)
  return withPipelines(() => loadSeed(origin.seed, String(seed), origin).snapshot())
}
