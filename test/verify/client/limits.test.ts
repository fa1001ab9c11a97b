import { describe, expect, it } from 'vitest'
import { AnswerTooLarge, MAX_ANSWER_BYTES, NoAnswer } from '../../../src/verify/client/answer.ts'
import { createClient } from '../../../src/verify/client/client.ts'
import { CannotVerify, verify } from '../../../src/verify/index.ts'
import { endless, serveEndlessly } from '../endless-server.ts'

/** What never ends, the time in milliseconds that an answer may take, and what ends it. */
const cases = [
  ['a body without end', 60_000, 'larger than 32 MiB'],
  ['a slow drip', 1000, 'within 1 s'],
  ['silence', 1000, 'within 1 s'],
] as const

function clientOf(url: string, timeout: number, fetch = globalThis.fetch) {
  return createClient({
    apiUrl: `${url}/api/v3`,
    fetch: (request) => fetch(request),
    headers: {},
    rate: Number.POSITIVE_INFINITY,
    concurrency: 4,
    timeout,
  })
}

const problemOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('an answer that never ends', () => {
  it.each(['a slow drip', 'silence'] as const)(
    'ends with the time limit and its connection: %s',
    async (name) => {
      const server = await serveEndlessly(endless[name])
      const client = clientOf(server.url, 1000)
      const problem = await problemOf(
        client.read({ method: 'GET', url: `${client.apiUrl}/user`, headers: {} }),
      )
      expect(problem).toBeInstanceOf(NoAnswer)
      expect(String(problem)).toContain('within 1 s')
      await expect.poll(() => server.closed).toBe(1)
      expect([server.begun, client.requests]).toEqual([1, 1])
    },
  )

  it('ends with the limit of size, its connection, and no more read than that', async () => {
    const server = await serveEndlessly(endless['a body without end'])
    const client = clientOf(server.url, 600_000)
    const problem = await problemOf(
      client.read({ method: 'GET', url: `${client.apiUrl}/user`, headers: {} }),
    )
    expect(problem).toBeInstanceOf(AnswerTooLarge)
    expect(String(problem)).toContain('larger than 32 MiB')
    await expect.poll(() => server.closed).toBe(1)
    expect([server.begun, client.requests]).toEqual([1, 1])
    // What was on its way between the two: the buffers of a connection.
    expect(server.written).toBeLessThan(2 * MAX_ANSWER_BYTES)
  })

  it('ends as well where no connection stands behind it', async () => {
    let isCancelled = false
    const body = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)),
        cancel() {
          isCancelled = true
        },
      })
    const client = clientOf('http://forge.test', 600_000, async () => new Response(body()))
    const problem = await problemOf(
      client.read({ method: 'GET', url: `${client.apiUrl}/user`, headers: {} }),
    )
    expect(problem).toBeInstanceOf(AnswerTooLarge)
    expect(isCancelled).toBe(true)
  })

  it('closes an answer that comes after its time', async () => {
    let isCancelled = false
    let answer = (_: Response) => {}
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const client = clientOf('http://forge.test', 20, () => late)
    const problem = await problemOf(
      client.read({ method: 'GET', url: `${client.apiUrl}/user`, headers: {} }),
    )
    expect(String(problem)).toContain('there was no answer within 0.02 s')
    const cancel = () => {
      isCancelled = true
    }
    answer(new Response(new ReadableStream({ cancel })))
    await expect.poll(() => isCancelled).toBe(true)
  })
})

describe('a run against answers that never end', () => {
  it.each(cases)('cannot begin, and ends: %s', async (name, timeout) => {
    const server = await serveEndlessly(endless[name])
    const run = verify({ url: server.url, token: 'root-token', timeout })
    await expect(run.summary).rejects.toThrow(CannotVerify)
    await expect.poll(() => server.closed).toBe(server.begun)
    expect(server.begun).toBeGreaterThan(0)
  })

  it.each(cases)(
    'reports them where they come later, and ends: %s',
    async (name, timeout, problem) => {
      const user = { id: 1, username: 'jane', is_admin: false }
      const server = await serveEndlessly(endless[name], (path) =>
        path.endsWith('/user')
          ? { body: user }
          : path.endsWith('/settings')
            ? { status: 403, body: { message: '403 Forbidden' } }
            : undefined,
      )
      const run = verify({
        url: server.url,
        token: 'jane-token',
        readOnly: true,
        timeout,
        only: ['listProjects'],
      })
      const { isPassed, failures } = await run.summary
      expect(isPassed).toBe(false)
      const received = failures.map(({ result }) => result.received)
      expect(received).toContainEqual(expect.stringContaining(problem))
      await expect.poll(() => server.closed).toBe(server.begun)
      expect(server.begun).toBeGreaterThan(0)
    },
  )
})
