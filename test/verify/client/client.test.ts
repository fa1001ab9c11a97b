import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoAnswer, RateLimited, Unreachable } from '../../../src/verify/client/answer.ts'
import { createClient } from '../../../src/verify/client/client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Sends one request to a server that answers what it is given, then 200; how long that took, in ms. What
 * else is asked for is answered apart, where `others` says how.
 */
async function send(answers: readonly (Response | Error)[], others?: () => Response) {
  const left = [...answers]
  const client = createClient({
    apiUrl: 'http://forge.test/api/v3',
    fetch: async ({ url }) => {
      if (others && url.endsWith('/user')) return others()
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
  const sent = client.read({ method: 'GET', url: 'http://forge.test/api/v3/projects', headers: {} })
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

it('waits half a minute for a rate that stays limited, and says what to do', async () => {
  const { error, took } = await send(many(60, () => limited('0')))
  expect(error).toBeInstanceOf(NoAnswer)
  expect(String(error)).toContain('it answered 429, Retry-After: 0 for 30 s')
  expect(took).toBe(30_000)
})

it('says of a limited rate what to do where other requests are answered', async () => {
  const { error, took } = await send(
    many(60, () => limited('0')),
    () => new Response('{}'),
  )
  expect(error).toBeInstanceOf(RateLimited)
  expect(String(error)).toContain('429, ')
  expect(String(error)).toContain('--rate')
  expect(took).toBe(30_000)
})

it.each([
  ['seconds', '3'],
  ['a date of its own clock', 'Tue, 01 Jan 2030 00:00:03 GMT'],
])('waits as long as Retry-After says in %s', async (_, after) => {
  expect(await send([limited(after)])).toMatchObject({ status: 200, took: 3000 })
})

it.each([429, 502, 503, 504])('rides out %i for half a minute', async (status) => {
  const passing = many(14, () => new Response('', { status }))
  const { status: last, took } = await send(passing)
  expect(last).toBe(200)
  expect(took).toBeGreaterThan(20_000)
  expect(took).toBeLessThan(30_000)
})

it.each([502, 503, 504])('says after half a minute of %i that nobody is there', async (status) => {
  const { error, took, requests } = await send(many(60, () => new Response('', { status })))
  expect(error).toBeInstanceOf(Unreachable)
  expect(String(error)).toContain(`it answered ${status} for 30 s`)
  expect(took).toBe(30_000)
  expect(requests).toBeLessThan(30)
})

it('takes what one operation answers for half a minute for its answer', async () => {
  const away = many(60, () => new Response('', { status: 503 }))
  expect(await send(away, () => new Response('', { status: 401 }))).toMatchObject({
    status: 503,
    took: 30_000,
  })
})

it.each([
  ['502 of a proxy', true, new Response('', { status: 502 })],
  ['504 of a proxy', true, new Response('', { status: 504 })],
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

it('waits once as long as a limit lasts, and no second time', async () => {
  expect(await send([limited('60')])).toMatchObject({ status: 200, took: 60_000 })
  const { took, error } = await send(
    many(8, () => limited('60')),
    () => new Response('{}'),
  )
  expect(error).toBeInstanceOf(RateLimited)
  expect(took).toBe(60_000)
})

it('takes a 503 that asks for a longer wait for the answer', async () => {
  const headers = { 'retry-after': '31' }
  const unavailable = many(2, () => new Response('', { status: 503, headers }))
  expect(await send(unavailable)).toMatchObject({ status: 503, requests: 1, took: 0 })
})
