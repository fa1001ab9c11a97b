import { expect, it } from 'vitest'
import { runSuites } from './run-suite.ts'

it('fails the test that sent a request which nothing answered, and no other', async () => {
  const { code, out } = await runSuites(['unanswered', '--reporter=json'])
  const { testResults } = JSON.parse(out)
  const results: { title: string; status: string; failureMessages: string[] }[] =
    testResults[0].assertionResults
  expect(code).toBe(1)
  expect(results.map(({ title, status }) => [title, status])).toEqual([
    ['is left alone', 'passed'],
    ['swallows the error of its client', 'failed'],
    ['answers with a handler of its own', 'passed'],
    ['at the same time: one', 'passed'],
    ['at the same time: two', 'failed'],
  ])
  const message = results[1]?.failureMessages.join('\n')
  expect(message).toContain(
    'Nothing answered these requests of the test:\n  GET https://elsewhere.example.com/api/v3/user\n' +
      'The forge answers paths below /api/v3 of https://forge.example.com;',
  )
  expect(message).not.toContain('secret')
  expect(results[4]?.failureMessages.join('\n')).toContain(
    'GET https://elsewhere.example.com/two\n',
  )
}, 60_000)

it('fails the test that asked the forge for what it does not serve, unless it may; refuses a second forgeTest', async () => {
  const { code, out } = await runSuites(['unserved', 'tolerant', '--reporter=json'])
  const results: { title: string; status: string; failureMessages: string[] }[] = JSON.parse(
    out,
  ).testResults.flatMap(({ assertionResults }: { assertionResults: [] }) => assertionResults)
  const resultOf = (title: string) => results.find((result) => result.title === title)
  expect(code).toBe(1)
  expect(resultOf('may ask for what is not served')?.status).toBe('passed')
  expect(resultOf('asks for what is not served')?.failureMessages.join('\n')).toContain(
    'GET /api/v3/projects/1/labels: ',
  )
  expect(resultOf('is of a second forgeTest')?.failureMessages.join('\n')).toContain(
    'its tests may not stand beside those of another forgeTest in one file.',
  )
}, 60_000)
