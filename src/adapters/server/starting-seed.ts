import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The default file name of a seed; `forgery init` writes it. */
export const seedFileName = 'forgery.yaml'

/** Returns the default seed of a server: the `forgery.yaml` of a folder, else the demo world. */
export function startingSeed(folder: string): string {
  const file = join(folder, seedFileName)
  return existsSync(file) ? file : 'demo'
}
