import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../../browser/chromium.ts'
import { start } from '../../cli/command.ts'
import { root } from '../../package/root.ts'

const folder = join(root, 'test/front-end')
const playwright = join(root, 'node_modules/@playwright/test/cli.js')
const runSuite = (words: readonly string[], environment: NodeJS.ProcessEnv) =>
  start(['test', '--config', 'playwright.config.ts', ...words], folder, playwright, environment)
    .finished

/** A slice of `npm run test:workbench`: each kind of its tests once, in two workers. */
describe.skipIf(lacksChromium)(titleOf('a suite of Playwright with a world a test'), () => {
  it('passes in parallel workers, against one server without a reset', async () => {
    const { code, out } = await runSuite(['--workers=2'], {
      FRONT_END_ROUNDS: '1',
      FRONT_END_REPORTER: 'json',
    })
    const { stats } = JSON.parse(out)
    expect(stats).toMatchObject({ expected: 4, unexpected: 0, flaky: 0, skipped: 0 })
    expect(code).toBe(0)
  })
})
