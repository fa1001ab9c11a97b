import { defineConfig } from 'vitest/config'

/** Suites that fail, in a run of their own; see run-suite.ts beside this folder. */
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.suite.ts'],
    testTimeout: 20_000,
  },
})
