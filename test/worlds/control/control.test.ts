import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultDescription } from '../../../src/forge/control.ts'
import { origin, seed, serveWorlds } from './served-worlds.ts'

describe('the worlds of a server', () => {
  it('are made, listed, shown and removed', async () => {
    const { control } = await serveWorlds()
    const made = await control('POST', '/worlds', { name: 'checkout' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        name: 'checkout',
        url: `${origin}/w/checkout`,
        tokens: { root: 'root-token', jane: 'jane-token' },
      },
    ])
    expect((await control('POST', '/worlds', {})).body.name).toBe('w1')
    expect((await control('GET', '/worlds')).body).toEqual([
      { name: 'default', url: origin },
      { name: 'checkout', url: `${origin}/w/checkout` },
      { name: 'w1', url: `${origin}/w/w1` },
    ])
    expect((await control('GET', '/worlds/checkout')).body).toEqual(made.body)
    expect((await control('DELETE', '/worlds/checkout')).status).toBe(204)
    expect((await control('GET', '/worlds/checkout')).status).toBe(404)
  })

  it('start from a seed, another world or a snapshot', async () => {
    const { control, worlds } = await serveWorlds({
      seeds: { team: { users: [{ username: 'ann' }] } },
    })
    await control('POST', '/add', { issues: [{ project: 'jane/website', title: 'kept' }] })
    await control('POST', '/snapshots', { name: 'one issue' })
    await control('POST', '/add', { issues: [{ project: 'jane/website', title: 'later' }] })
    const start = async (body: object) => {
      const made = await control('POST', '/worlds', body)
      expect(made.status).toBe(201)
      const { db } = worlds.get(made.body.name)?.forge ?? worlds.default.forge
      return [db.users.all().length, db.issues.all().map(({ title }) => title)]
    }
    expect(await start({})).toEqual([2, []])
    expect(await start({ from: 'default' })).toEqual([2, ['kept', 'later']])
    expect(await start({ snapshot: 'one issue' })).toEqual([2, ['kept']])
    expect(await start({ seed: 'empty' })).toEqual([1, []])
    expect(await start({ seed: { users: [{ username: 'bob' }] } })).toEqual([1, []])
    expect((await start({ seed: 'team' }))[1]).toEqual([])
    // The world whose snapshot it was is as it is.
    expect(worlds.default.forge.db.issues.all()).toHaveLength(2)
  })

  it.each([
    [{ name: 'a b' }, 400, 'The name of a world must have'],
    [{ name: 'default' }, 409, '"default" already'],
    [{ name: 7 }, 400, 'name: '],
    [{ from: 'gone' }, 404, 'There is no world "gone"'],
    [{ snapshot: 'gone' }, 404, 'no snapshot "gone"'],
    [{ seed: '/etc/passwd' }, 400, 'name one of "empty", "demo", or send the seed'],
    [{ seed: 7 }, 400, 'must be the name of a seed, or a seed'],
    [
      { seed: { users: [{ usrname: 'x' }] } },
      400,
      'The seed given to worlds.create is wrong in 2 places:\n  users[0].username: is missing',
    ],
    [{ seed: 'demo', from: 'default' }, 400, 'not from both'],
    [{ sede: 'demo' }, 400, 'sede'],
  ])('are refused with a reason: %j', async (body, status, message) => {
    const { control, worlds } = await serveWorlds()
    const answer = await control('POST', '/worlds', body)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(worlds.list()).toHaveLength(1)
  })
})

describe('a call below a world', () => {
  const title = (name: string) => ({ issues: [{ project: 'jane/website', title: name }] })

  it('means that world, the default one or the one that the request reaches', async () => {
    const { control, ask, worlds } = await serveWorlds()
    const { forge } = await worlds.create({ name: 'checkout' })
    await control('POST', '/add', title('of the default one'))
    await control('POST', '/worlds/checkout/add', title('by name'))
    const headers = { 'content-type': 'application/json', 'x-forge-world': 'checkout' }
    await ask('/_forge/add', { method: 'POST', headers, body: JSON.stringify(title('by header')) })
    const { 'x-forge-world': _, ...plain } = headers
    const byPath = { method: 'POST', headers: plain, body: JSON.stringify(title('by path')) }
    expect((await ask('/w/checkout/_forge/add', byPath)).status).toBe(201)
    const titlesIn = ({ db }: typeof forge) => db.issues.all().map((issue) => issue.title)
    expect(titlesIn(worlds.default.forge)).toEqual(['of the default one'])
    expect(titlesIn(forge)).toEqual(['by name', 'by header', 'by path'])
    await control('POST', '/worlds/checkout/reset')
    expect([titlesIn(worlds.default.forge), titlesIn(forge)]).toEqual([['of the default one'], []])
  })

  it.each([
    ['GET', '/nothing', undefined, 404, 'GET /_forge/openapi.json'],
    ['GET', '/worlds/gone/clock', undefined, 404, 'There is no world "gone"'],
    ['PATCH', '/clock', {}, 405, 'GET, PUT'],
    ['PUT', '/clock', {}, 400, 'one of now, advance and isFrozen'],
    ['PUT', '/clock', { now: 'soon' }, 400, 'soon'],
    ['PUT', '/clock', { advance: '2 moons' }, 400, '2 moons'],
    ['PUT', '/clock', { advance: 1e15 }, 400, 'past the year 9999'],
    ['POST', '/faults', { delay: 5, retryAfter: 5 }, 400, 'retryAfter'],
    ['POST', '/faults', { operation: 'createIsue', status: 503 }, 400, 'must be the id'],
    ['POST', '/faults', { status: '503' }, 400, 'must be a whole number from 400 to 599'],
    ['DELETE', '/faults/7', undefined, 404, 'There is no fault 7'],
    ['POST', '/requests/wait', { criteria: {}, timeout: 1e9 }, 400, 'timeout: '],
    ['POST', '/requests/wait', { criteria: {}, timeout: 5 }, 408, 'request'],
    [
      'POST',
      '/requests/wait',
      { criteria: { status: 42 } },
      400,
      'must be a whole number from 100',
    ],
    ['POST', '/requests/find', { status: 42 }, 400, 'must be a whole number from 100'],
    ['POST', '/builds/9/advance', { state: 'running' }, 404, 'There is no build 9'],
    ['POST', '/builds/9/advance', { state: 'done' }, 400, 'state: '],
    [
      'POST',
      '/builds/9/advance',
      { state: 'failed', failure_reason: 'no' },
      400,
      'failure_reason: ',
    ],
    ['POST', '/add', { users: [{ usrname: 'x' }] }, 400, 'usrname'],
    ['POST', '/snapshots', {}, 400, 'name: '],
    [
      'POST',
      '/snapshots/gone/restore',
      undefined,
      404,
      'There is no snapshot "gone"; none was saved',
    ],
  ])('is refused plainly: %s %s %j', async (method, path, body, status, message) => {
    const { control } = await serveWorlds()
    const answer = await control(method, path, body)
    expect([answer.status, answer.body]).toEqual([
      status,
      { message: expect.stringContaining(message) },
    ])
  })

  it.each([
    { status: 1 },
    { status: 503, times: 0 },
    { status: 503, share: 2 },
    { status: 503, retryAfter: -1 },
    { delay: true },
    { delay: '5..x' },
    { connection: 'cut' },
    { statu: 503 },
    { method: 'GTE', status: 503 },
    { operation: 'createIsue', status: 503 },
    { path: 'user', status: 503 },
  ])('says of the fault %j what the forge in this process says', async (fault) => {
    const { control, worlds } = await serveWorlds()
    let message = ''
    try {
      worlds.default.forge.faults.add(fault as FaultDescription)
    } catch (error) {
      if (error instanceof TypeError) message = error.message
    }
    expect(message).toMatch(/^faults\.add: /)
    const answer = await control('POST', '/faults', fault)
    expect([answer.status, answer.body]).toEqual([400, { message }])
  })

  it('says of requests that are looked for what the forge in this process says', async () => {
    const { control } = await serveWorlds()
    const { status, body } = await control('POST', '/requests/find', { status: 'ok' })
    const message =
      'forge.requests.find: option `status` must be a whole number from 100 to 599; got "ok"'
    expect([status, body]).toEqual([400, { message }])
  })

  it('names the snapshots that there are, where one is meant that is not', async () => {
    const { control } = await serveWorlds()
    const messages: string[] = []
    for (const name of ['a', 'b']) {
      await control('POST', '/snapshots', { name })
      messages.push((await control('DELETE', '/snapshots/gone')).body.message)
    }
    expect(messages).toEqual([
      'There is no snapshot "gone"; the only one is "a"',
      'There is no snapshot "gone"; there are "a", "b"',
    ])
  })

  it('is a 500 that says why where the mistake is none of the caller', async () => {
    let time: unknown = new Date('2017-01-15T12:00:00Z')
    const { control } = await serveWorlds({ now: () => time as Date })
    expect((await control('GET', '/clock')).status).toBe(200)
    time = 'soon'
    const answer = await control('GET', '/clock')
    expect([answer.status, answer.body.message]).toEqual([
      500,
      expect.stringContaining('option `now` must return a Date'),
    ])
  })

  it('is refused where its body is too large, or no JSON', async () => {
    const { ask } = await serveWorlds()
    const headers = { 'content-type': 'application/json' }
    const large = { ...headers, 'content-length': String(33 * 2 ** 20) }
    const post = { method: 'POST', headers, body: '{"name"' }
    expect((await ask('/_forge/worlds', { ...post, headers: large })).status).toBe(413)
    const broken = await ask('/_forge/worlds', post)
    expect([broken.status, broken.body.message]).toEqual([400, expect.stringContaining('not JSON')])
  })

  it('takes forms from a shell, where it is meant', async () => {
    const { ask } = await serveWorlds()
    const headers = {
      'x-forge-control': '1',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const { status } = await ask('/_forge/worlds', { method: 'POST', headers, body: 'name=shell' })
    expect(status).toBe(201)
  })

  it('takes JSON that curl calls a form', async () => {
    const { ask } = await serveWorlds()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (headers: Record<string, string>) =>
      ask('/_forge/worlds', { method: 'POST', headers, body: '{"name":"shell","from":"default"}' })
    expect((await send(type)).status).toBe(403)
    const made = await send({ ...type, 'x-forge-control': '1' })
    expect([made.status, made.body.name]).toEqual([201, 'shell'])
  })
})

describe('the events of a world', () => {
  const readers: ReadableStreamDefaultReader<string>[] = []
  afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.cancel())))

  async function open(served: Awaited<ReturnType<typeof serveWorlds>>, path: string) {
    const response = await served.fetch(new Request(`${origin}/_forge${path}`))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = (response.body ?? new ReadableStream())
      .pipeThrough(new TextDecoderStream())
      .getReader()
    readers.push(reader)
    let text = ''
    return async (pattern: RegExp) => {
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended before ${pattern}: ${text}`)
        text += value
      }
    }
  }

  it('report requests, deliveries and changes as they come', async () => {
    const served = await serveWorlds({
      seed: { ...seed, hooks: [{ url: 'http://receiver.test/' }] },
      fetch: async () => new Response(),
    })
    const until = await open(served, '/events')
    const headers = { 'private-token': 'root-token' }
    await served.ask('/api/v3/projects?name=shop', { method: 'POST', headers })
    const [, request = ''] = await until(/^event: request\ndata: (.*)\n\n/m)
    expect(JSON.parse(request)).toMatchObject({ operationId: 'createProject', status: 201 })
    const [, change = ''] = await until(/^event: change\ndata: (.*)\n\n/m)
    expect(JSON.parse(change).collections).toContain('projects')
    const [, delivery = ''] = await until(/^event: delivery\ndata: (.*)\n\n/m)
    expect(JSON.parse(delivery)).toMatchObject({ event: 'project_create', status: 200 })
  })

  it('are those of that world, and end with it', async () => {
    const served = await serveWorlds()
    await served.worlds.create({ name: 'a' })
    const until = await open(served, '/worlds/a/events')
    await until(/:/)
    await served.ask('/api/v3/version')
    served.worlds.remove('a')
    await expect(until(/event:/)).rejects.toThrow('The stream ended')
  })

  it('do not pile up for a reader that does not read', async () => {
    const served = await serveWorlds()
    const response = await served.fetch(new Request(`${origin}/_forge/events`))
    const { forge } = served.worlds.default
    const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'It leaks', description: 'x'.repeat(1_000_000) })
    const url = `${origin}/api/v3/projects/1/issues`
    for (let call = 0; call < 20; call++) await forge.fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    const received = text.match(/^event: request$/gm)?.length
    expect(received).toBeGreaterThan(10)
    expect(received).toBeLessThan(20)
    // The event that passes the bound is the last one.
    expect(text.length).toBeLessThan(17 * 2 ** 20)
  })

  it('end at once for a reader that is gone already', async () => {
    const { fetch } = await serveWorlds()
    const signal = AbortSignal.abort()
    const response = await fetch(new Request(`${origin}/_forge/events`, { signal }))
    expect(await response.text()).toBe(':\n\n')
  })

  it('leave nothing behind of a reader that goes', async () => {
    const { fetch, worlds } = await serveWorlds()
    const { ended } = await worlds.create({ name: 'a' })
    const signals: AbortSignal[] = []
    for (let reader = 0; reader < 20; reader++) {
      const request = new Request(`${origin}/_forge/worlds/a/events`)
      signals.push(request.signal)
      await (await fetch(request)).body?.cancel()
    }
    const listeners = [ended, ...signals].flatMap((signal) => getEventListeners(signal, 'abort'))
    expect(listeners).toEqual([])
  })
})

describe('a body that is nested deeply', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const inObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  it.each([
    ['/add', nested],
    ['/add', inObjects],
    ['/worlds', nested],
    ['/worlds', inObjects],
    ['/faults', inObjects],
    ['/requests/find', nested],
  ])('is refused with 400 at %s, and nothing changes', async (path, write) => {
    const { ask, worlds } = await serveWorlds()
    for (const depth of [5000, 200_000]) {
      const answer = await ask(`/_forge${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"seed":{"users":${write(depth)}},"users":${write(depth)},"operation":${write(depth)}}`,
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ message: 'the body: is JSON nested more than 100 levels deep' })
    }
    expect(worlds.list()).toHaveLength(1)
  })

  it('is read where it is not too deep: brackets in texts do not count', async () => {
    const { control } = await serveWorlds()
    const title = '[{"'.repeat(500)
    const added = await control('POST', '/add', { issues: [{ project: 'jane/website', title }] })
    expect([added.status, added.body.issues[0].title]).toEqual([201, title])
    const { status, body } = await control('POST', '/add', { users: JSON.parse(nested(98)) })
    expect([status, body.message]).toEqual([400, expect.stringContaining('users')])
  })
})
