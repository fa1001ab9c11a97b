import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createHookDelivery,
  type HookDelivery,
  type HookDeliveryOptions,
} from '../../../src/forge/hooks/hook-delivery.ts'
import type { SystemMessage } from '../../../src/gitlab/domain/hooks/hook-message.ts'
import { createStore } from '../../../src/store/store.ts'

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly json: unknown
}

interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** The most requests that were open at one time. */
  readonly peak: () => number
}

interface Manner {
  readonly status?: number
  readonly location?: string
  /** Before it answers, in milliseconds; `never` holds the request open. */
  readonly delay?: number | 'never'
}

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A real receiver on a port of its own. */
async function receiver({ status = 200, location, delay = 0 }: Manner = {}): Promise<Receiver> {
  const received: Received[] = []
  let [open, peak] = [0, 0]
  const server = createServer(async (request, response) => {
    open += 1
    peak = Math.max(peak, open)
    let text = ''
    for await (const chunk of request) text += chunk
    const { method, url: path, headers } = request
    received.push({ method, path, headers, json: JSON.parse(text) })
    if (delay === 'never') return
    setTimeout(() => {
      open -= 1
      response.writeHead(status, location ? { location } : {}).end('thank you')
    }, delay)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received, peak: () => peak }
}

/** An address where nothing listens: the port of a server that has closed. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/hook`
}

const now = '2017-01-15T10:00:00.000Z'

function setUp(options: Partial<HookDeliveryOptions> = {}) {
  const store = createStore()
  const reported: HookDelivery[] = []
  const delivery = createHookDelivery({
    store,
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => now,
    random: () => 0.5,
    onDelivery: (delivery) => reported.push(delivery),
    ...options,
  })
  return { store, delivery, reported }
}

const message = (
  event_name: string,
  trigger: SystemMessage['trigger'] = 'system',
): SystemMessage => ({
  trigger,
  payload: { event_name, number: 7 },
})

/** What is shown of those of a hook with a token. */
const headers = {
  'Content-Type': 'application/json',
  'X-Gitlab-Event': 'System Hook',
  'X-Gitlab-Token': '[REDACTED]',
}

describe('a delivery', () => {
  it('is a POST of the payload as JSON, with the names that receivers expect', async () => {
    const { store, delivery } = setUp()
    const { url, received } = await receiver()
    store.hooks.insert({ url: `${url}?from=forge`, token: 'a secret' })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/hook?from=forge',
      headers: {
        'content-type': 'application/json',
        'x-gitlab-event': 'System Hook',
        'x-gitlab-token': 'a secret',
      },
      json: { event_name: 'user_create', number: 7 },
    })
  })

  it('is reported after one look at the secrets, however many texts it has', async () => {
    const masker = vi.fn(() => (text: string) => text.replaceAll('hunter2', '[MASKED]'))
    const { store, delivery } = setUp({ masker })
    const { url } = await receiver()
    store.hooks.insert({ url })
    const commits = Array.from({ length: 50 }, () => ({ message: 'hunter2', author: 'jane' }))
    const payload = { event_name: 'push', commits }
    delivery.deliver([{ trigger: 'system', payload }])
    await delivery.settled()
    expect(JSON.stringify(delivery.deliveries)).not.toContain('hunter2')
    expect(masker).toHaveBeenCalledTimes(1)
  })

  it('carries no token header where the hook has none', async () => {
    const { store, delivery } = setUp()
    const { url, received } = await receiver()
    store.hooks.insert({ url })
    store.hooks.insert({ url, token: '' })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(received).toHaveLength(2)
    for (const { headers } of received) {
      expect(headers).not.toHaveProperty('x-gitlab-token')
      expect(headers).not.toHaveProperty('authorization')
    }
    expect(delivery.deliveries.map(({ token }) => token)).toEqual([undefined, undefined])
  })

  it('sends the name and password of the URL as basic authentication', async () => {
    const { store, delivery } = setUp()
    const { url, received } = await receiver()
    store.hooks.insert({ url: url.replace('//', '//jane:p%C3%A4ss@') })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    const header = received[0]?.headers.authorization ?? ''
    expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString()).toBe('jane:päss')
    expect(delivery.deliveries[0]?.url).toBe(url.replace('//', '//jane:[MASKED]@'))
  })

  it('follows no redirect', async () => {
    const { store, delivery } = setUp()
    const elsewhere = await receiver()
    const { url } = await receiver({ status: 302, location: elsewhere.url })
    store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(delivery.deliveries[0]).toMatchObject({ status: 302, error: undefined })
    expect(elsewhere.received).toEqual([])
  })

  it('is done with the status: the rest of an answer is not read', async () => {
    const cancel = vi.fn()
    const { store, delivery } = setUp({
      fetch: async () => new Response(new ReadableStream({ cancel }), { status: 201 }),
    })
    store.hooks.insert({ url: 'http://127.0.0.1:9' })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(delivery.deliveries[0]?.status).toBe(201)
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is sent as the hook was when it was fired, though it is gone by then', async () => {
    const { store, delivery } = setUp()
    const { url, received } = await receiver()
    const hook = store.hooks.insert({ url })
    delivery.deliver([message('first'), message('second')])
    store.hooks.remove(hook)
    delivery.deliver([message('third')])
    await delivery.settled()
    expect(received.map(({ json }) => json)).toMatchObject([
      { event_name: 'first' },
      { event_name: 'second' },
    ])
  })
})

describe('which hooks hear of what', () => {
  const flags = [
    { push_events: false, tag_push_events: false },
    { push_events: true, tag_push_events: false },
    { push_events: false, tag_push_events: true },
  ]

  it.each([
    ['system', [1, 2, 3]],
    ['push', [2]],
    ['tag_push', [3]],
  ] as const)('%s: the hooks %j', async (trigger, ids) => {
    const { store, delivery } = setUp()
    const { url } = await receiver()
    for (const flag of flags) store.hooks.insert({ url, ...flag })
    delivery.deliver([message('something', trigger)])
    await delivery.settled()
    expect(delivery.deliveries.map(({ hook_id }) => hook_id).sort()).toEqual(ids)
  })

  it('a message for one hook goes to no other', async () => {
    const { store, delivery } = setUp()
    const { url } = await receiver()
    for (const flag of flags) store.hooks.insert({ url, ...flag })
    delivery.deliver([{ ...message('project_create'), hook_id: 2 }])
    await delivery.settled()
    expect(delivery.deliveries.map(({ hook_id }) => hook_id)).toEqual([2])
  })
})

describe('the journal', () => {
  it('reports what was sent, when, and what became of it, with the token masked', async () => {
    const { store, delivery, reported } = setUp()
    const { url } = await receiver({ status: 500, delay: 20 })
    store.hooks.insert({ url, token: 'a secret' })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    const [entry, ...rest] = delivery.deliveries
    expect(rest).toEqual([])
    expect(entry).toEqual({
      id: 1,
      hook_id: 1,
      project_id: null,
      url,
      event: 'user_create',
      status: 500,
      error: undefined,
      at: now,
      milliseconds: expect.any(Number),
      headers,
      token: '[MASKED]',
      payload: { event_name: 'user_create', number: 7 },
    })
    expect(entry?.milliseconds).toBeGreaterThanOrEqual(19)
    expect(reported).toEqual([entry])
  })

  it('holds the last deliveries alone', async () => {
    const { store, delivery } = setUp({ limit: 3 })
    const { url } = await receiver()
    store.hooks.insert({ url })
    for (const event of ['a', 'b', 'c', 'd', 'e']) {
      delivery.deliver([message(event)])
      await delivery.settled()
    }
    expect(delivery.deliveries.map(({ event }) => event)).toEqual(['c', 'd', 'e'])
  })

  it('reads the clock where something is sent and not otherwise', () => {
    let readings = 0
    const { delivery } = setUp({
      now: () => {
        readings += 1
        return now
      },
    })
    delivery.deliver([message('user_create')])
    delivery.deliver([])
    expect(readings).toBe(0)
  })
})

describe('a receiver that fails', () => {
  it('is dead: the journal and the listener are notified, and the others hear', async () => {
    const { store, delivery, reported } = setUp()
    const { url, received } = await receiver()
    const dead = await deadUrl()
    store.hooks.insert({ url: dead, token: 'a secret' })
    store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(received).toHaveLength(1)
    const failed = delivery.deliveries.find(({ hook_id }) => hook_id === 1)
    expect(failed?.status).toBeUndefined()
    expect(failed?.error).toContain('ECONNREFUSED')
    expect(reported).toEqual(delivery.deliveries)
    expect(reported).toContain(failed)
  })

  it('is slow: it is given up at the time limit', async () => {
    const { store, delivery } = setUp({ timeout: 300 })
    const { url } = await receiver({ delay: 'never' })
    store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    const [entry] = delivery.deliveries
    expect(entry).toMatchObject({ status: undefined, error: 'no answer within 300 ms' })
    expect(entry?.milliseconds).toBeGreaterThanOrEqual(250)
  })

  it('is given five seconds unless another limit is set', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    const { store, delivery } = setUp()
    const { url } = await receiver()
    store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(limit.mock.calls).toEqual([[5000]])
    limit.mockRestore()
  })

  it.each([
    ['an address that is none', { url: 'nowhere' }, /Invalid URL/],
    [
      'a token that a header cannot carry',
      { url: 'http://127.0.0.1:9', token: 'se\ncret' },
      /^the token has characters that a header cannot carry$/,
    ],
  ])('has %s', async (_, hook, error) => {
    const { store, delivery } = setUp()
    store.hooks.insert(hook)
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(delivery.deliveries[0]?.error).toMatch(error)
  })

  it('has a fetch that throws, or a payload that is no JSON, and nothing is thrown', async () => {
    const { store, delivery } = setUp({
      fetch: () => {
        throw new Error('no network here')
      },
    })
    store.hooks.insert({ url: 'http://127.0.0.1:9' })
    const endless: Record<string, unknown> = {}
    endless.self = endless
    delivery.deliver([
      message('user_create'),
      { trigger: 'system', payload: { event_name: 'endless', endless } },
    ])
    await delivery.settled()
    const errorOf = (name: string) => delivery.deliveries.find(({ event }) => event === name)?.error
    expect(errorOf('user_create')).toBe('no network here')
    expect(errorOf('endless')).toContain('circular')
  })
})

describe('the queue', () => {
  it('keeps the order of a hook, one message at a time', async () => {
    const { store, delivery } = setUp()
    const { url, received, peak } = await receiver({ delay: 5 })
    store.hooks.insert({ url })
    const events = Array.from({ length: 10 }, (_, index) => `event_${index}`)
    delivery.deliver(events.map((event) => message(event)))
    await delivery.settled()
    expect(received.map(({ json }) => (json as { event_name: string }).event_name)).toEqual(events)
    expect(peak()).toBe(1)
  })

  it('serves as many hooks at a time as it may', async () => {
    const { store, delivery } = setUp({ concurrency: 3 })
    const { url, received, peak } = await receiver({ delay: 150 })
    for (let hook = 0; hook < 9; hook += 1) store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    expect(received).toHaveLength(9)
    expect(peak()).toBe(3)
  })

  it('does not keep other hooks waiting for a slow one', async () => {
    const { store, delivery } = setUp({ timeout: 600_000 })
    const slow = await receiver({ delay: 'never' })
    const quick = await receiver()
    store.hooks.insert({ url: slow.url })
    store.hooks.insert({ url: quick.url })
    delivery.deliver([message('a'), message('b'), message('c')])
    await expect.poll(() => quick.received.length).toBe(3)
    await expect.poll(() => slow.received.length).toBe(1)
    delivery.clear()
  })

  it('drops the newest where as many wait as may, and says so', async () => {
    const { store, delivery } = setUp({ limit: 2 })
    const { url, received } = await receiver({ delay: 20 })
    store.hooks.insert({ url, token: 'a secret' })
    delivery.deliver(['a', 'b', 'c', 'd'].map((event) => message(event)))
    expect(delivery.deliveries).toEqual([
      {
        id: 1,
        hook_id: 1,
        project_id: null,
        url,
        event: 'd',
        status: undefined,
        error: 'dropped: 2 deliveries are waiting already',
        at: now,
        milliseconds: 0,
        headers,
        token: '[MASKED]',
        payload: { event_name: 'd', number: 7 },
      },
    ])
    await delivery.settled()
    expect(received.map(({ json }) => json)).toMatchObject([
      { event_name: 'a' },
      { event_name: 'b' },
      { event_name: 'c' },
    ])
  })
})

describe('a delivery that is sent again', () => {
  it('is what was sent before, under its ids, and goes to the hook as it is now', async () => {
    const { store, delivery } = setUp()
    const [first, second] = [await receiver({ status: 500 }), await receiver()]
    const hook = store.hooks.insert({ url: first.url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    store.hooks.replace(hook, { url: second.url })
    delivery.deliveries.resend(1)
    await delivery.settled()
    expect(delivery.deliveries).toMatchObject([
      { id: 1, url: first.url, status: 500 },
      { id: 2, url: second.url, status: 200 },
    ])
    expect(second.received.map(({ json }) => json)).toEqual(first.received.map(({ json }) => json))
    expect(delivery.deliveries[1]?.headers).toEqual(delivery.deliveries[0]?.headers)
  })

  it('is one that is there, of a hook that is there', async () => {
    const { store, delivery } = setUp()
    const { url } = await receiver()
    const hook = store.hooks.insert({ url })
    delivery.deliver([message('user_create')])
    await delivery.settled()
    store.hooks.remove(hook)
    expect(() => delivery.deliveries.resend(1)).toThrow('The hook 1 is gone.')
    expect(() => delivery.deliveries.resend(2)).toThrow('There is no delivery 2, or no more.')
  })
})

describe('the memory that deliveries take', () => {
  const large = (event_name: string): SystemMessage => ({
    trigger: 'system',
    payload: { event_name, text: 'x'.repeat(100_000) },
  })

  it('is bounded for those that wait, by their size', async () => {
    const { store, delivery } = setUp({ characterLimit: 250_000 })
    const { url, received } = await receiver({ delay: 20 })
    store.hooks.insert({ url })
    delivery.deliver(['a', 'b', 'c', 'd', 'e', 'f'].map(large))
    expect(delivery.deliveries.map(({ event, error }) => [event, error])).toEqual([
      ['e', 'dropped: 3 deliveries are waiting already'],
      ['f', 'dropped: 3 deliveries are waiting already'],
    ])
    await delivery.settled()
    expect(received).toHaveLength(4)
  })

  it('is bounded for those that are over: large payloads are cut, and the oldest forgotten', async () => {
    const { store, delivery } = setUp({ characterLimit: 250_000 })
    const { url, received } = await receiver()
    store.hooks.insert({ url })
    for (const event of ['a', 'b', 'c', 'd', 'e', 'f']) {
      delivery.deliver([large(event)])
      await delivery.settled()
    }
    expect(received[0]?.json).toMatchObject({ text: 'x'.repeat(100_000) })
    expect(delivery.deliveries.map(({ event }) => event)).toEqual(['d', 'e', 'f'])
    expect(delivery.deliveries[0]?.payload).toEqual({
      event_name: 'd',
      text: '(a text of 100000 characters)',
    })
  })
})

describe('settled', () => {
  it('resolves at once where nothing is under way', async () => {
    await setUp().delivery.settled()
  })

  it('waits for what is fired while it waits, and for every one who asks', async () => {
    const { store, delivery } = setUp()
    const { url } = await receiver({ delay: 30 })
    store.hooks.insert({ url })
    delivery.deliver([message('a')])
    const both = Promise.all([delivery.settled(), delivery.settled()])
    delivery.deliver([message('b')])
    await both
    expect(delivery.deliveries.map(({ event }) => event)).toEqual(['a', 'b'])
  })
})

describe('clear', () => {
  it('abandons what waits and what is under way, and empties the journal', async () => {
    const { store, delivery, reported } = setUp()
    const quick = await receiver()
    const slow = await receiver({ delay: 'never' })
    const first = store.hooks.insert({ url: quick.url })
    delivery.deliver([message('done')])
    await delivery.settled()
    store.hooks.remove(first)
    store.hooks.insert({ url: slow.url })
    delivery.deliver([message('under way'), message('waiting')])
    await expect.poll(() => slow.received.length).toBe(1)
    const settled = delivery.settled()
    delivery.clear()
    await settled
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(delivery.deliveries).toEqual([])
    expect(slow.received).toHaveLength(1)
    expect(reported.map(({ event }) => event)).toEqual(['done'])
  })

  it('lets the same hook be served again at once', async () => {
    const { store, delivery } = setUp()
    const slow = await receiver({ delay: 'never' })
    const quick = await receiver()
    const hook = store.hooks.insert({ url: slow.url })
    delivery.deliver([message('before')])
    delivery.clear()
    store.hooks.replace(hook, { url: quick.url })
    delivery.deliver([message('after')])
    await delivery.settled()
    expect(delivery.deliveries.map(({ event, status }) => [event, status])).toEqual([
      ['after', 200],
    ])
  })
})
