import { afterEach, expect, it, vi } from 'vitest'
import { exitCodeOf } from '../../../src/cli/reports.ts'
import { verify } from '../../../src/verify/index.ts'
import {
  htmlReport,
  jsonReport,
  junitReport,
  textReport,
} from '../../../src/verify/reports/index.ts'
import { createTestForge } from '../../harness.ts'

afterEach(() => {
  vi.useRealTimers()
})

const reason = 'the run was interrupted before'

it('says of what nothing checked that the run was interrupted before, in every report', async () => {
  const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
  const stop = new AbortController()
  let sent = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['Tags'],
    signal: stop.signal,
    fetch: (request) => {
      if (++sent === 30) stop.abort()
      return forge.fetch(request)
    },
  })
  const summary = await run.summary
  const untested = summary.operations.flatMap(({ aspects }) =>
    aspects.filter(({ verdict, checks }) => verdict === 'not tested' && checks === 0),
  )
  expect(summary).toMatchObject({ wasInterrupted: true, isPassed: false, failures: [] })
  expect(untested.length).toBeGreaterThan(10)
  expect(new Set(untested.map((aspect) => aspect.reason))).toEqual(new Set([reason]))
  expect(textReport(summary)).toMatch(/^INTERRUPTED {2}/m)
  for (const report of [textReport, jsonReport, junitReport, htmlReport]) {
    expect(report(summary)).toContain(reason)
  }
})

it('ends with 2 and one sentence where nobody is there any more in the middle of a run, and fails nothing', async () => {
  const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let sent = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['Tags'],
    fetch: async (request) =>
      ++sent < 60 ? forge.fetch(request) : new Response('', { status: 503 }),
  })
  let summary: Awaited<typeof run.summary> | undefined
  run.summary.then((one) => {
    summary = one
  })
  while (!summary) await vi.advanceTimersByTimeAsync(100)
  const why = 'it answered 503 for 30 s'
  expect(summary).toMatchObject({ unreachable: why, wasInterrupted: false, isPassed: false })
  expect(summary.failures).toEqual([])
  expect(exitCodeOf(summary)).toBe(2)
  expect(textReport(summary)).toMatch(
    /^UNREACHABLE {2}.*\nIt could not be reached: it answered 503/m,
  )
  for (const report of [textReport, jsonReport, junitReport, htmlReport]) {
    expect(report(summary)).toContain(why)
  }
})
