import { describe, expect, it } from 'vitest'
import type { Vitest } from 'vitest/node'
import CoverageReporter from '../../../src/adapters/vitest/reporter.ts'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { runSuites } from './run-suite.ts'

const all = operations.length
const words = ['--config', 'coverage.config.ts']

describe('the reporter of coverage', () => {
  it('prints what the tests of all workers exercised, and of which statuses', async () => {
    const { code, out } = await runSuites(words, { FORGERY_THRESHOLD: String(2 / all) })
    const lines = out.split('\n')
    const start = lines.findIndex((line) => line.startsWith('API of the forge'))
    const share = Math.floor((2 / all) * 1000) / 10
    expect(lines[start]).toBe(
      `API of the forge: 2 of ${all} operations exercised (${share.toFixed(1)}%)`,
    )
    expect(lines[start + 1]).toMatch(/^ {2}createProject {2}201 ×1 {2}\(not 400[\d, ]*\)$/)
    expect(lines[start + 2]).toMatch(/^ {2}getProject {5}200 ×2 {2}404 ×3( {2}\(not [\d, ]+\))?$/)
    expect(lines[start + 3]).not.toMatch(/×/)
    expect(code).toBe(0)
  })

  it('fails the run below the threshold', async () => {
    const { code, err } = await runSuites(words, { FORGERY_THRESHOLD: '0.5' })
    expect(err).toMatch(
      /^The tests exercise \d\.\d% of the operations; the threshold is 50\.0%\.$/m,
    )
    expect(code).toBe(1)
  })

  it.each([['coverage-one'], ['-t', 'first'], ['--shard', '1/2']])(
    'leaves the threshold out where not all tests run: %s',
    async (...filter) => {
      const { code, out, err } = await runSuites([...words, ...filter], {
        FORGERY_THRESHOLD: '0.5',
      })
      expect(out).toContain('API of the forge: ')
      expect(out).toContain('The threshold of 50.0% is left out: not all tests ran.')
      expect(err).not.toContain('threshold')
      expect(code).toBe(0)
    },
  )

  it('says which vitest it needs', () => {
    const vitest = { version: '3.2.4' } as Vitest
    expect(() => new CoverageReporter().onInit(vitest)).toThrow(
      'forgery/vitest needs vitest 4.1 or later, and this is 3.2.4.',
    )
  })

  it('checks its options', () => {
    expect(() => new CoverageReporter({ threshold: 25 })).toThrow(
      'forgery/vitest/reporter: option `threshold` must be a number from 0 to 1, such as 0.25 for a quarter of the operations; got 25',
    )
  })
})
