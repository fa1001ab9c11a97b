import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoAnswer, RateLimited } from '../../../src/verify/client/answer.ts'
import { createClient } from '../../../src/verify/client/client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends one request to a server that answers what it is given, then 200; how long that took, in ms. */
async function send(answers: readonly (Response | Error)[]) {
  const left = [...answers]
  const client = createClient({
    apiUrl: 'http://forge.test/api/v3',
    fetch: async () => {
      const next = left.shift() ?? new Response('{}')
      if (next instanceof Error) throw next
      return next
    },
    headers: {},
    rate: Number.POSITIVE_INFINITY,
    concurrency: 1,
    timeout: 1_000_000,
  })
  const started = Date.now()
  const sent = client.read({ method: 'GET', url: 'http://forge.test/api/v3/user', headers: {} })
  const outcome = sent.then(
    ({ status, isAskedAgain }) => ({ error: undefined, status, isAskedAgain }),
    (error: unknown) => ({ error, status: undefined, isAskedAgain: undefined }),
  )
  await vi.runAllTimersAsync()
  return { ...(await outcome), requests: client.requests, took: Date.now() - started }
}

const limited = (after?: string) =>
  new Response('', {
    status: 429,
    headers: {
      date: 'Tue, 01 Jan 2030 00:00:00 GMT',
      ...(after === undefined ? {} : { 'retry-after': after }),
    },
  })
const many = (count: number, make: () => Response) => Array.from({ length: count }, make)

it('sends again as often as a limited rate takes, eight times', async () => {
  expect(await send(many(8, () => limited('0')))).toMatchObject({ status: 200, requests: 9 })
})

it('gives up on a rate that stays limited, and says what to do', async () => {
  const { error: outcome, requests } = await send(many(9, () => limited('0')))
  expect(outcome).toBeInstanceOf(RateLimited)
  expect(outcome).toBeInstanceOf(NoAnswer)
  expect(String(outcome)).toContain('429, 9 times')
  expect(String(outcome)).toContain('--rate')
  expect(requests).toBe(9)
})

it.each([
  ['seconds', '3'],
  ['a date of its own clock', 'Tue, 01 Jan 2030 00:00:03 GMT'],
])('waits as long as Retry-After says in %s', async (_, after) => {
  expect(await send([limited(after)])).toMatchObject({ status: 200, took: 3000 })
})

it('waits longer with each try where no time is said, half a minute at most in all', async () => {
  const { took } = await send(many(8, () => limited()))
  expect(took).toBeGreaterThan(10_000)
  expect(took).toBeLessThan(30_000)
})

it('takes a 503 that stays for the answer', async () => {
  const unavailable = many(9, () => new Response('', { status: 503 }))
  expect(await send(unavailable)).toMatchObject({ status: 503, requests: 5 })
})

it.each([
  ['502 of a proxy', true, new Response('', { status: 502 })],
  ['a connection that failed', true, new TypeError('fetch failed')],
  ['503', false, new Response('', { status: 503 })],
  ['a limited rate', false, limited('0')],
])('says that it asked again what may be done after %s: %s', async (_, isAskedAgain, first) => {
  expect(await send([first])).toMatchObject({ status: 200, isAskedAgain, requests: 2 })
})

it.each([
  ['seconds', '100000'],
  ['a date a year ahead', 'Wed, 01 Jan 2031 00:00:00 GMT'],
])('does not wait for a limited rate longer than two minutes, in %s', async (_, after) => {
  const { error, requests, took } = await send([limited(after)])
  expect(error).toBeInstanceOf(RateLimited)
  expect(String(error)).toContain(`Retry-After: ${after}`)
  expect({ requests, took }).toEqual({ requests: 1, took: 0 })
})

it('adds up what it waits for one request', async () => {
  const { error, requests, took } = await send(many(8, () => limited('50')))
  expect(error).toBeInstanceOf(RateLimited)
  expect(String(error)).toContain('429, 3 times')
  expect({ requests, took }).toEqual({ requests: 3, took: 100_000 })
})

it('takes a 503 that asks for a longer wait for the answer', async () => {
  const headers = { 'retry-after': '100000' }
  const unavailable = many(2, () => new Response('', { status: 503, headers }))
  expect(await send(unavailable)).toMatchObject({ status: 503, requests: 1, took: 0 })
})
