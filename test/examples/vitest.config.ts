import { defineConfig } from 'vitest/config'

/** `npm run examples`: each of examples/ against the packed package. */
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
