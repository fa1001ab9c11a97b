import type { Seed } from './schema.ts'

/** Finds the seed that an option names: a world of ours, a file's path (in Node), or the seed itself. */
export async function findSeed(seed: string | Seed): Promise<{ seed: unknown; source: string }> {
  if (typeof seed !== 'string') return { seed, source: 'given to createForge' }
  if (seed === 'empty')
    return { seed: (await import('./generated/empty.json')).default, source: 'empty' }
  if (seed === 'demo')
    return { seed: (await import('./generated/demo.json')).default, source: 'demo' }
  const { readSeedFile } = await import('./file.ts')
  return { seed: readSeedFile(seed), source: seed }
}
