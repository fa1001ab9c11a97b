import { defineConfig } from '@playwright/test'
import type { ForgeWorkerOptions } from 'forgery/playwright'

const port = process.env.PORT ?? '5199'
const url = `http://127.0.0.1:${port}`

export default defineConfig<object, ForgeWorkerOptions>({
  testDir: 'test',
  fullyParallel: true,
  reporter: 'list',
  webServer: { command: `npm run dev -- --host 127.0.0.1 --port ${port} --strictPort`, url },
  use: {
    // One address for both: the dev server serves the page, the API and the worlds of the tests.
    baseURL: url,
    forgeUrl: url,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
})
