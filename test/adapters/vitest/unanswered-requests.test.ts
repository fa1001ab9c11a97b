import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runSuites } from './run-suite.ts'
import { startWitness, type Witness } from './witness.ts'

let witness: Witness
beforeAll(async () => {
  witness = await startWitness()
})
beforeEach(() => {
  witness.received.length = 0
})
afterAll(() => witness.close())

it('fails the test that sent a request which nothing answered, and no other', async () => {
  const { code, out } = await runSuites(['unanswered', '--reporter=json'], witness.environment)
  const { testResults } = JSON.parse(out)
  const results: { title: string; status: string; failureMessages: string[] }[] =
    testResults[0].assertionResults
  expect(code).toBe(1)
  expect(results.map(({ title, status }) => [title, status])).toEqual([
    ['is left alone', 'passed'],
    ['swallows the error of its client', 'failed'],
    ['answers with a handler of its own', 'passed'],
    ['asks a server that runs, by fetch', 'failed'],
    ['asks a server that runs, by node:http', 'failed'],
    ['asks a server that runs, by WebSocket', 'WebSocket' in globalThis ? 'failed' : 'skipped'],
    ['at the same time: one', 'passed'],
    ['at the same time: two', 'failed'],
  ])
  const message = results[1]?.failureMessages.join('\n')
  expect(message).toContain(
    'Nothing answered these requests of the test:\n  GET https://elsewhere.example.com/api/v3/user\n' +
      'The forge answers paths below /api/v4 and /api/v3 of https://forge.example.com;',
  )
  expect(message).not.toContain('secret')
  const messagesOf = (name: string) => results.find(({ title }) => title === name)?.failureMessages
  expect(messagesOf('at the same time: two')?.join('\n')).toContain(
    'GET https://elsewhere.example.com/two\n',
  )
  for (const [name, request] of Object.entries({
    fetch: 'POST /fetch',
    'node:http': 'POST /http',
  })) {
    const messages = messagesOf(`asks a server that runs, by ${name}`)
    const asked = request.replace(' ', ` ${witness.url}`)
    expect(messages).toEqual([expect.stringContaining(`${asked}\n`)])
  }
  expect(witness.received).toEqual([])
})

it('fails the test that asked the forge for what it does not serve, unless it may; refuses a second forgeTest', async () => {
  const { code, out } = await runSuites(
    ['unserved', 'tolerant', '--reporter=json'],
    witness.environment,
  )
  const results: { title: string; status: string; failureMessages: string[] }[] = JSON.parse(
    out,
  ).testResults.flatMap(({ assertionResults }: { assertionResults: [] }) => assertionResults)
  const resultOf = (title: string) => results.find((result) => result.title === title)
  expect(code).toBe(1)
  expect(resultOf('may ask for what is not served')?.status).toBe('passed')
  expect(resultOf('may ask a server that runs')?.status).toBe('passed')
  expect(witness.received).toEqual(['GET /tolerant'])
  expect(resultOf('asks for what is not served')?.failureMessages.join('\n')).toContain(
    'GET /api/v4/projects/1/feature_flags: ',
  )
  expect(resultOf('is of a second forgeTest')?.failureMessages.join('\n')).toContain(
    'its tests may not stand beside those of another forgeTest in one file.',
  )
})
