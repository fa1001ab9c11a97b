import { expect, it } from 'vitest'
import { jsonReport, readBaseline } from '../../../src/verify/reports/json.ts'
import { clean, sample } from './sample.ts'

it('holds the whole summary', () => {
  const report = JSON.parse(jsonReport(sample))
  expect(report).toMatchObject({ format: 'forgery-verify-report', version: 2, isPassed: false })
  expect(report.operations).toEqual(sample.operations)
  expect(report.failures).toHaveLength(1)
})

it('is a baseline of its failures', () => {
  expect(readBaseline(jsonReport(sample))).toEqual([
    'createIssue | read-back:due_date | due_date is lost',
    'updateIssue | read-back:due_date | due_date is lost',
  ])
  expect(readBaseline(jsonReport(clean))).toEqual([])
})

it.each([
  ['not JSON at all', 'it is not JSON'],
  ['[1]', 'it is not a JSON report of `forgery verify`'],
  ['{"openapi":"3.1.0"}', 'it is not a JSON report of `forgery verify`'],
  ['{"format":"forgery-verify-report","version":9}', 'it is a report of version 9; 2 is known'],
  ['{"format":"forgery-verify-report","version":2}', 'its `baseline` is missing or damaged'],
])('refuses %s as a baseline', (text, reason) => {
  expect(() => readBaseline(text)).toThrow(reason)
})
