import { SeedError } from '../../seed/problems.ts'
import type { Seed } from '../../seed/schema.ts'

/**
 * Reads the seed of a local file or folder, to be sent.
 * @throws SeedError with each problem and its place.
 */
export async function seedInFile(path: string): Promise<Seed> {
  const { readSeedFile } = await import('../../seed/files/read.ts')
  const { seed, problems } = readSeedFile(path)
  if (problems.length > 0) throw new SeedError(path, problems)
  return seed
}
