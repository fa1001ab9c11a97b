import { join } from 'node:path'
import { start } from '../../cli/command.ts'
import { root } from '../../package/root.ts'

const folder = join(root, 'test/adapters/vitest/suites')

/** Runs suites of the folder `suites` in a vitest of their own: what it ended with and printed. */
export function runSuites(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  return start(['run', ...words], folder, join(root, 'node_modules/vitest/vitest.mjs'), environment)
    .finished
}
