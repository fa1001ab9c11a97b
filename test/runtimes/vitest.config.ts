import { defineConfig } from 'vitest/config'

/**
 * `npm run test:runtimes`: the packed package on other engines, which it installs; one file each, by
 * whose names one chooses.
 */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/runtimes/*.test.ts'],
    globalSetup: './test/runtimes/pack.ts',
    testTimeout: 120_000,
    hookTimeout: 600_000,
    // Two test files may need the same packages, which one of them installs.
    fileParallelism: false,
  },
})
