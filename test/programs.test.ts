import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A machine without git, as a slim container is. */
it('skips what needs git where there is none, by name, and fails nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-programs-'))
  symlinkSync(process.execPath, join(folder, 'node'))
  const root = new URL('..', import.meta.url).pathname
  const words = ['run', '--config', 'vitest.config.ts', '--project', 'source', '--reporter=json']
  const run = [...words, 'test/http/git-http.test.ts']
  const out = execFileSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...run],
    {
      cwd: root,
      env: { ...process.env, PATH: folder, VITEST: undefined },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  rmSync(folder, { recursive: true })
  const { numFailedTests, numPendingTests, testResults } = JSON.parse(out)
  expect(numFailedTests).toBe(0)
  expect(numPendingTests).toBe(13)
  const skipped = JSON.stringify(testResults).match(/"status":"(skipped|pending)"/g)
  expect(skipped).toHaveLength(13)
})
