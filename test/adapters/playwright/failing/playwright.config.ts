import { defineConfig } from '@playwright/test'
import type { ForgeWorkerOptions } from '../../../../src/adapters/playwright/index.ts'

/** Tests that fail, for failed-test.test.ts to read their report. */
export default defineConfig<object, ForgeWorkerOptions>({
  testMatch: '*.spec.ts',
  outputDir: process.env.FAILING_OUTPUT ?? '/tmp/forgery-failing',
  reporter: 'json',
  use: { forgeSeed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] } },
})
