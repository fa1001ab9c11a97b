import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { junitReport } from '../../../src/verify/reports/junit.ts'
import { clean, sample, untested } from './sample.ts'

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')
const check = async (contents: string) => {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [contents === '' ? '' : schema],
  })
  return { valid, errors: errors.map(({ message }) => message) }
}

it.each([
  ['a run with failures', sample],
  ['a clean run', clean],
  ['a run that checked nothing', untested],
  ['an interrupted run', { ...clean, wasInterrupted: true }],
  ['a run whose server went away', { ...clean, unreachable: 'it answered 503 for 30 s' }],
])('is a valid JUnit document: %s', async (_, summary) => {
  expect(await check(junitReport(summary))).toEqual({ valid: true, errors: [] })
})

it('is checked by a schema that refuses what is wrong', async () => {
  const wrong = junitReport(sample).replace('classname=', 'class=')
  expect((await check(wrong)).valid).toBe(false)
})

it('has a case for each aspect, and one for what was left behind', () => {
  const report = junitReport(sample)
  expect(report.match(/<testcase /g)).toHaveLength(8)
  expect(report).toMatch(/<testsuites [^>]*tests="8" failures="2" errors="1" time="18.240"/)
  expect(report.match(/<skipped /g)).toHaveLength(2)
})

it('has an error where the run was interrupted, and nothing else says that it did not pass', () => {
  const report = junitReport({ ...clean, wasInterrupted: true })
  expect(report).toMatch(/<testsuites [^>]*failures="0" errors="1"/)
  expect(report).toContain('<error message="the run was interrupted"')
  expect(junitReport(clean)).toMatch(/<testsuites [^>]*failures="0" errors="0"/)
})

it('has an error where nothing was checked', () => {
  const report = junitReport(untested)
  expect(report).toMatch(/<testsuites [^>]*tests="3" failures="0" errors="1"/)
  expect(report).toContain('<error message="no aspect was tested"')
  const interrupted = junitReport({ ...untested, wasInterrupted: true })
  expect(interrupted).toMatch(/<testsuites [^>]*errors="1"/)
  expect(interrupted).toContain('<error message="the run was interrupted"')
})

it('reports of a failure the rule, what came and how to send it again', () => {
  const failures = [...junitReport(sample).matchAll(/<failure [^>]*>([\s\S]*?)<\/failure>/g)]
  expect(failures).toHaveLength(2)
  for (const [, text = ''] of failures) {
    expect(text).toContain('The due_date that was sent is the one that is read back.')
    expect(text).toContain('expected: 2017-01-01')
    expect(text).toContain('curl -X POST')
    expect(text).toContain('stated in: schemas/v3/paths/issues.yaml:120')
    expect(text).toContain('called by: jane (developer of project 7)')
  }
})
