import { defineConfig } from 'vitest/config'

/** `npm run test:runners`: what needs test runners beside vitest, which it installs. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/runners/*.test.ts'],
    testTimeout: 120_000,
  },
})
