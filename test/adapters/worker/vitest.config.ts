import { defineConfig } from 'vitest/config'

/** `npm run test:worker`: what needs the engine of Cloudflare Workers, which it installs. */
export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['test/adapters/worker/workerd/*.test.ts'],
    testTimeout: 60_000,
  },
})
