import { defineConfig, mergeConfig } from 'vitest/config'
import suites from './vitest.config.ts'

const reporter = new URL('../../../../dist/vitest-reporter.js', import.meta.url).pathname
const threshold = Number(process.env.FORGERY_THRESHOLD)

/** Two files in two workers, with the reporter of what they exercise. */
export default mergeConfig(
  { ...suites, test: { ...suites.test, include: [] } },
  defineConfig({
    test: {
      include: ['coverage-*.suite.ts'],
      maxWorkers: 2,
      reporters: ['default', [reporter, { threshold }]],
    },
  }),
)
