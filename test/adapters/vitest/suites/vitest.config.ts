import { defineConfig } from 'vitest/config'

/**
 * Suites that fail, in a run of their own; see run-suite.ts beside this folder. They are typed by the source and run
 * with the built package, which starts in a fifth of the time.
 */
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.suite.ts'],
    testTimeout: 20_000,
    alias: [
      {
        find: /^.*\/src\/adapters\/vitest\/index\.ts$/,
        replacement: new URL('../../../../dist/vitest.js', import.meta.url).pathname,
      },
    ],
    server: { deps: { external: [/\/dist\//] } },
  },
})
