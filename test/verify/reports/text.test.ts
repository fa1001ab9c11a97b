import { expect, it } from 'vitest'
import { textReport } from '../../../src/verify/reports/text.ts'
import { clean, sample, untested } from './sample.ts'

it('reports failures of one cause once, with the other places', () => {
  const report = textReport(sample)
  expect(report.match(/^FAILED .*read-back.*$/gm)).toEqual([
    'FAILED createIssue read-back:due_date  data  and 1 more of the same cause',
  ])
  expect(report).toMatch(/^ {2}also at {3}updateIssue read-back:due_date$/m)
  expect(report).toMatch(/^ {2}expected {2}2017-01-01$/m)
  expect(report).toMatch(/^ {2}try {7}curl -X POST /m)
})

it('counts the aspects of each resource', () => {
  const rows = textReport(sample)
    .match(/^(Issues|System hooks) .*$/gm)
    ?.map((row) => row.split(/ {2,}/))
  expect(rows).toEqual([
    ['Issues', '2', '1', '2', '0', '0', '1'],
    ['System hooks', '1', '1', '0', '1', '1', '0'],
  ])
})

it('gives the reason of what was not tested, answers as released, and what was left behind', () => {
  const report = textReport(sample)
  expect(report).toContain('     1  the server is not on this machine, and no --hook-url was given')
  expect(report).toContain(
    '  createSystemHook schema: GitLab 8.15 answered the created hook itself, not an array.',
  )
  expect(report).toContain('  user forgery-verify-x1-jane: answered with 500')
})

it('ends with the outcome and the totals', () => {
  const lastLines = (report: string) => report.trimEnd().split('\n').slice(-3)
  expect(lastLines(textReport(sample))).toEqual([
    'FAILED  https://forge.example.com/api/v3',
    '3 operations, 7 aspects: 2 passed, 2 failed, 1 as released, 1 not tested, 1 left open',
    '4,312 requests in 18.2 s',
  ])
  expect(lastLines(textReport(clean))[0]).toBe('PASSED  https://forge.example.com/api/v3')
  expect(lastLines(textReport(untested)).slice(0, 2)).toEqual([
    'NOT TESTED  https://forge.example.com/api/v3',
    '3 operations, 2 aspects: 1 not tested, 1 left open',
  ])
  expect(lastLines(textReport({ ...sample, wasInterrupted: true }))[0]).toMatch(/^INTERRUPTED/)
})

it('paints words only with the paint that it is given', () => {
  expect(textReport(sample)).not.toContain('\u001b')
  const red = (text: string) => `<red>${text}</red>`
  const same = (text: string) => text
  const paint = { bold: same, dim: same, green: same, yellow: same, red }
  expect(textReport(sample, paint)).toContain('<red>FAILED</red> createIssue')
})

it('says of a failure where the contract has it, who called and what came before', () => {
  const report = textReport(sample)
  expect(report).toContain('stated in schemas/v3/paths/issues.yaml:120\n')
  expect(report).toContain('called by jane (developer of project 7)\n')
  expect(report).toContain('after     createProject name="roof" (the administrator): 201\n')
})
