import { expect, it } from 'vitest'
import {
  codeQualityReport,
  compareWith,
  githubReport,
  htmlReport,
  jsonReport,
  readBaseline,
  sarifReport,
  textReport,
} from '../../../src/verify/reports/index.ts'
import { clean, sample } from './sample.ts'

it('has an issue of Code Quality for each cause, where the contract states it', () => {
  const issues = JSON.parse(codeQualityReport(sample))
  expect(issues).toEqual([
    {
      description: expect.stringMatching(
        /^createIssue: The due_date that was sent .* \(and 1 more of the same cause\)$/s,
      ),
      check_name: 'read-back',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      severity: 'critical',
      location: { path: 'schemas/v3/paths/issues.yaml', lines: { begin: 120 } },
    },
  ])
  expect(JSON.parse(codeQualityReport(clean))).toEqual([])
})

it('gives the same failure the same fingerprint in every run, and another one another', () => {
  const [failure] = sample.failures
  if (!failure) throw new Error('there is no failure')
  const print = (cause: string) => {
    const result = { ...failure.result, cause }
    const failures = [{ ...failure, cause, result }]
    return JSON.parse(codeQualityReport({ ...sample, failures }))[0].fingerprint
  }
  expect(print('a')).toBe(print('a'))
  expect(print('a')).not.toBe(print('b'))
})

it('is a log of SARIF whose results name a rule that is there', () => {
  const { version, runs } = JSON.parse(sarifReport(sample))
  expect([version, runs.length]).toEqual(['2.1.0', 1])
  const [{ tool, results, invocations }] = runs
  expect(invocations).toEqual([{ executionSuccessful: true }])
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'createIssue/read-back:due_date',
  ])
  expect(results).toMatchObject([
    {
      ruleId: 'createIssue/read-back:due_date',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'schemas/v3/paths/issues.yaml' },
            region: { startLine: 120 },
          },
        },
      ],
    },
  ])
  const { runs: ended } = JSON.parse(sarifReport({ ...sample, wasInterrupted: true }))
  expect(ended[0].invocations).toEqual([{ executionSuccessful: false }])
})

it('writes a workflow command a line, in which nothing that a server answered is another', () => {
  const [failure] = sample.failures
  if (!failure) throw new Error('there is no failure')
  const result = { ...failure.result, received: 'a\n::error::b, 100%' }
  const lines = githubReport({ ...sample, failures: [{ ...failure, result }] }).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(
    /^::error file=schemas\/v3\/paths\/issues\.yaml,line=120,title=createIssue read-back%3Adue_date::The due_date/,
  )
  expect(lines[0]).toContain('a%0A::error::b, 100%25')
  expect(lines[1]).toBe('::notice title=forgery verify%3A failed::https://forge.example.com/api/v3')
})

it('says which failures of an earlier report are gone, still there and new', () => {
  const earlier = [
    'createIssue | read-back:due_date | due_date is lost',
    'createIssue | status | it answered 200',
    'listTags | order | up',
  ]
  const summary = compareWith(sample, earlier)
  expect(summary.sinceEarlier).toEqual({
    new: ['updateIssue | read-back:due_date | due_date is lost'],
    stillThere: ['createIssue | read-back:due_date | due_date is lost'],
    gone: ['createIssue | status | it answered 200'],
    notTested: ['listTags | order | up'],
  })
  const text = textReport(summary)
  expect(text).toContain('Since the earlier report: 1 new, 1 still there, 1 gone, 1 not tested\n')
  expect(text).toContain('  + updateIssue | read-back:due_date | due_date is lost\n')
  expect(text).toContain('  - createIssue | status | it answered 200\n')
  expect(htmlReport(summary)).toContain('1 new, 1 still there, 1 gone, 1 not tested')
  expect(readBaseline(jsonReport(summary))).toHaveLength(2)
})
