import { SeedError } from '../../seed/problems.ts'
import type { Seed } from '../../seed/schema.ts'

/**
 * The seed of a file or a folder of this machine, to be sent.
 * @throws SeedError saying what is wrong with it, and where.
 */
export async function seedInFile(path: string): Promise<Seed> {
  const { readSeedFile } = await import('../../seed/files/read.ts')
  const { seed, problems } = readSeedFile(path)
  if (problems.length > 0) throw new SeedError(path, problems)
  return seed
}
