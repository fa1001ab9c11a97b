import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The file that a seed stands in where nobody names another one; `forgery init` writes it. */
export const seedFileName = 'forgery.yaml'

/**
 * What a server starts from where nothing is said: the `forgery.yaml` of a folder, else the demo
 * world.
 */
export function startingSeed(folder: string): string {
  const file = join(folder, seedFileName)
  return existsSync(file) ? file : 'demo'
}
