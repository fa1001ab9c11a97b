import { watchSeed } from '../adapters/server/watch-seed.ts'
import type { Forge } from '../forge/forge.ts'
import { UsageError } from './command.ts'

/** Refuses `--watch` for a world that is no file. */
export function checkWatchable(seed: string): void {
  if (seed !== 'demo' && seed !== 'empty') return
  throw new UsageError(
    `--watch needs a seed that is a file, and "${seed}" is a built-in world: \`forgery init\` writes one.`,
  )
}

/**
 * `serve --watch`: starts the forge again from its seed when that changes, and tells of it; what is
 * wrong with it goes to standard error, and the old world stays.
 */
export function followSeed(forge: Forge, seed: string, log: (line: string) => void): void {
  watchSeed(forge, seed, {
    onReload: () => log(`${seed} has changed: the world begins again from it.`),
    onProblem: (message) =>
      process.stderr.write(`forgery: ${message}\nforgery: the world stays as it was.\n`),
  })
}
