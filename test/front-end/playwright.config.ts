import { defineConfig } from '@playwright/test'

/**
 * `npm run test:workbench`: 200 tests that change what they see, in 4 workers against one server, which
 * is never reset. FRONT_END_ROUNDS says how often each of the four kinds runs (50 by default).
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: process.env.FRONT_END_OUTPUT ?? '/tmp/forgery-front-end',
  globalSetup: './start.ts',
  workers: 4,
  fullyParallel: true,
  timeout: 60_000,
  reporter: [[process.env.FRONT_END_REPORTER ?? 'line']],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
