import { expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import {
  htmlReport,
  jsonReport,
  junitReport,
  textReport,
} from '../../../src/verify/reports/index.ts'
import { createTestForge } from '../../harness.ts'

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
