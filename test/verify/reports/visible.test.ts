import { expect, it } from 'vitest'
import { describeFailure } from '../../../src/verify/reports/describe-failure.ts'
import { htmlReport, junitReport, textReport } from '../../../src/verify/reports/index.ts'
import type { Result, Summary } from '../../../src/verify/results.ts'
import { sample } from './sample.ts'

const hidden = /(?!\n)\p{Cc}|[\u202e\u2028\u2029\u2066]/u
const words = 'now\u001b[2J \u009b1m \u202egnp.exe\u2066 a\u2028b\u2029c'
const visible = '\\u202egnp.exe\\u2066 a\\u2028b\\u2029c'

const [failure] = sample.failures
const hostile = { ...failure?.result, received: words, expected: words, rule: words } as Result
const summary: Summary = {
  ...sample,
  failures: [{ cause: 'one', result: hostile, others: [] }],
  leftBehind: [{ kind: 'user', name: words, reason: words }],
  stories: [{ name: words, verdict: 'not tested', checks: 0, reason: words }],
  operations: sample.operations.map((one) => ({
    ...one,
    aspects: one.aspects.map((aspect) => ({ ...aspect, reason: words })),
  })),
}

it.each([
  ['the terminal', textReport(summary)],
  ['HTML', htmlReport(summary)],
  ['JUnit', junitReport(summary)],
  ['a failed test', describeFailure(hostile)],
])('shows to %s what would hide or reorder the text of a server', (_, report) => {
  expect(report).not.toMatch(hidden)
  expect(report).toContain(visible)
})
