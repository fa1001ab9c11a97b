import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type Home, homes } from './homes.ts'

const issues = '/projects/1/issues'

describe.each(Object.entries(homes))('what a suite does to a forge %s', (_, makeHome) => {
  let home: Home
  beforeEach(async () => {
    home = await makeHome()
  })
  const openIssue = async (title: string) => {
    const response = await home.ask('POST', issues, { title })
    expect(response.status).toBe(201)
  }
  const titles = async () => {
    const list: { title: string }[] = await (await home.ask('GET', issues)).json()
    return list.map(({ title }) => title)
  }

  it('resets it', async () => {
    await openIssue('before')
    await home.control.reset()
    expect(await titles()).toEqual([])
    expect(await home.control.requests.all()).toHaveLength(1)
  })

  it('adds to it, all or nothing', async () => {
    const { control } = home
    const added = await control.add({
      issues: [{ project: 'jane/website', title: 'It leaks', labels: ['bug'] }],
    })
    expect(added.issues).toMatchObject([{ iid: 1, title: 'It leaks' }])
    expect(await titles()).toEqual(['It leaks'])
    const wrong = {
      users: [{ username: 'bob' }],
      issues: [{ project: 'nobody/nothing', title: 'a' }],
    }
    await expect((async () => control.add(wrong))()).rejects.toThrow('nobody/nothing')
    expect(await (await home.ask('GET', '/users?username=bob')).json()).toEqual([])
  })

  it('exports it as a seed', async () => {
    await openIssue('kept')
    const other = await createForge({ seed: await home.control.export() })
    expect(other.db.issues.all().map(({ title }) => title)).toEqual(['kept'])
  })

  it('compares two moments of it', async () => {
    const { control } = home
    await openIssue('early')
    await control.snapshots.save('before')
    await openIssue('late')
    await control.snapshots.save('after')
    await home.ask('PUT', `${issues}/1`, { title: 'earlier' })
    const titlesOf = async (...moments: Parameters<typeof control.changesSince>) => {
      const { records } = await control.changesSince(...moments)
      return records
        .filter(({ collection }) => collection === 'issues')
        .map(({ name, change, before, after }) => [name, change, before?.title, after?.title])
    }
    const late = ['jane/website#2', 'added', undefined, 'late']
    expect(await titlesOf('before', { until: 'after' })).toEqual([late])
    expect(await titlesOf('before')).toEqual([
      ['jane/website#1', 'changed', 'early', 'earlier'],
      late,
    ])
    expect(await titlesOf()).toEqual([['jane/website#1', 'added', undefined, 'earlier'], late])
    const first = await control.changesSince('before', { collections: ['issues'], limit: 1 })
    expect(first.records).toHaveLength(1)
    expect(first.counts.issues).toEqual({ added: 1, changed: 1, removed: 0 })
    const missing = 'no snapshot "then"; there are "before", "after"'
    await expect((async () => control.changesSince('then'))()).rejects.toThrow(missing)
    const until = { until: 'then' }
    await expect((async () => control.changesSince('before', until))()).rejects.toThrow(missing)
    const wrong = { collections: ['isues'] } as never
    await expect((async () => control.changesSince('before', wrong))()).rejects.toThrow(
      'collections',
    )
  })

  it('plays the runner', async () => {
    const { control } = home
    const [{ id }] = await (await home.ask('GET', '/projects/1/builds')).json()
    expect(await control.builds.advance(id, 'running', { trace: 'Testing…\n' })).toMatchObject({
      id,
      status: 'running',
      trace: 'Testing…\n',
    })
    const bytes = Uint8Array.from({ length: 300 }, (_, place) => place % 256)
    const report = { coverage: 91.5, artifacts: { filename: 'report.bin', bytes } }
    const done = await control.builds.advance(id, 'success', report)
    expect(done).toMatchObject({ status: 'success', coverage: 91.5 })
    expect(done.artifacts?.bytes).toEqual(bytes)
    const artifacts = await home.ask('GET', `/projects/1/builds/${id}/artifacts`)
    expect(new Uint8Array(await artifacts.arrayBuffer())).toEqual(bytes)
    await expect((async () => control.builds.advance(id, 'failed'))()).rejects.toThrow(
      `build ${id} is success`,
    )
    await expect((async () => control.advance(999, 'failed'))()).rejects.toThrow('no build 999')
  })

  it('moves its clock', async () => {
    const { clock } = home.control
    await clock.freeze()
    expect(await clock.isFrozen()).toBe(true)
    await clock.set('2017-02-01T08:00:00Z')
    expect(await clock.now()).toBe('2017-02-01T08:00:00.000Z')
    await clock.advance('1d 2h')
    expect(await clock.now()).toBe('2017-02-02T10:00:00.000Z')
    await clock.advance(1500)
    expect(await clock.now()).toBe('2017-02-02T10:00:01.500Z')
    await clock.set(new Date('2017-03-01T00:00:00Z'))
    await openIssue('in March')
    const [issue] = await (await home.ask('GET', issues)).json()
    expect(issue.created_at).toBe('2017-03-01T00:00:00.000Z')
    await clock.resume()
    expect(await clock.isFrozen()).toBe(false)
    await expect((async () => clock.set('yesterday'))()).rejects.toThrow('yesterday')
    await expect((async () => clock.advance('soon'))()).rejects.toThrow('soon')
  })

  it('reads what is going to happen', async () => {
    const { control } = home
    await control.clock.set('2017-02-01T08:00:00Z')
    expect(await control.clock.upcoming()).toEqual([])
    await home.ask('POST', '/projects/1/members', {
      user_id: 1,
      access_level: 30,
      expires_at: '2017-02-03',
    })
    const [next] = await control.clock.upcoming()
    expect(next).toEqual({
      at: '2017-02-03T00:00:00.000Z',
      what: 'root leaves jane/website',
      collection: 'members',
      id: expect.any(Number),
    })
    await control.clock.set(next?.at ?? '')
    expect(await control.clock.upcoming()).toEqual([])
  })

  it('makes it fail', async () => {
    const { faults } = home.control
    const fault = await faults.add({ operation: 'createIssue', status: 503, times: 2 })
    expect(fault).toMatchObject({ operation: 'createIssue', status: 503, times: 2, hits: 0 })
    expect((await home.ask('POST', issues, { title: 'a' })).status).toBe(503)
    expect((await home.ask('GET', issues)).status).toBe(200)
    expect(await faults.all()).toMatchObject([{ id: fault.id, hits: 1 }])
    await faults.remove(fault.id)
    await openIssue('b')
    await expect((async () => faults.remove(fault.id))()).rejects.toThrow(String(fault.id))
    await faults.add({ method: 'GET', path: '/projects/*/issues', status: 500 })
    await faults.clear()
    expect(await faults.all()).toEqual([])
    await expect((async () => faults.add({ status: 20 }))()).rejects.toThrow('status')
    const switched = await faults.add({ method: 'GET,PUT', status: 503 })
    expect(await faults.switchOff(switched.id)).toEqual({ ...switched, isOff: true })
    expect((await home.ask('GET', issues)).status).toBe(200)
    expect(await faults.switchOn(switched.id)).toEqual(switched)
    expect((await home.ask('GET', issues)).status).toBe(503)
    expect((await home.ask('PUT', `${issues}/1`, { title: 'a' })).status).toBe(503)
    await faults.remove(switched.id)
    await expect((async () => faults.switchOff(switched.id))()).rejects.toThrow('no fault')
    const shared = await faults.add({ world: '*', status: 502 })
    expect(shared).toMatchObject({ id: 'shared-1', world: '*' })
    expect((await home.ask('GET', issues)).status).toBe(502)
    expect((await home.control.requests.all()).at(-1)?.fault).toBe('shared-1')
    await faults.remove(shared.id)
    expect((await home.ask('GET', issues)).status).toBe(200)
  })

  it('finds requests, and waits for them', async () => {
    const { requests } = home.control
    await openIssue('first')
    await openIssue('second')
    await home.ask('GET', issues)
    expect(await requests.all()).toMatchObject([
      { operationId: 'createIssue', user: 'root', status: 201, answer: { title: 'first' } },
      { operationId: 'createIssue' },
      { operationId: 'listIssuesOfProject', method: 'GET' },
    ])
    const found = await requests.find({ operation: 'createIssue', user: 'root', status: 201 })
    expect(found?.parameters).toMatchObject({ title: 'second' })
    const first = { operation: 'createIssue', parameters: { title: 'first' } } as const
    expect((await requests.find(first))?.status).toBe(201)
    expect(await requests.find({ operation: 'deleteIssue' })).toBeUndefined()
    expect((await requests.waitFor(first)).parameters).toMatchObject({ title: 'first' })
    const later = requests.waitFor({ operation: 'createIssue', parameters: { title: 'later' } })
    await openIssue('later')
    expect((await later).parameters).toMatchObject({ title: 'later' })
    const never = requests.waitFor({ operation: 'deleteIssue' }, { timeout: 10 })
    await expect(never).rejects.toThrow('/projects/1/issues')
    await requests.clear()
    expect(await requests.all()).toEqual([])
  })

  it('reports requests that print as lines, and in full on the console', async () => {
    const { requests } = home.control
    const events = home.control.events()
    await events.opened
    await openIssue('first')
    const line = /^POST \S*\/projects\/1\/issues\S* 201 createIssue by root$/
    const entries: unknown[] = [
      await requests.find({ operation: 'createIssue' }),
      await requests.waitFor({ operation: 'createIssue' }),
      ...(await requests.all()),
    ]
    for await (const event of events) {
      if (event.type !== 'request') continue
      entries.push(event.request)
      break
    }
    expect(entries).toHaveLength(4)
    for (const entry of entries) {
      expect(String(entry)).toMatch(line)
      expect(inspect(entry)).toMatch(/^POST .* createIssue by root \{\n/)
      expect(entry).toEqual(JSON.parse(JSON.stringify(entry)))
    }
  })

  describe('waits for a request', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('for ever', async () => {
      const found = home.control.requests.waitFor(
        { operation: 'createIssue' },
        { timeout: Number.POSITIVE_INFINITY },
      )
      await vi.advanceTimersByTimeAsync(200_000)
      await openIssue('late')
      await vi.advanceTimersByTimeAsync(1)
      expect((await found).parameters).toMatchObject({ title: 'late' })
    })

    it('for minutes, and says then for how long', async () => {
      const ended = vi.fn()
      home.control.requests
        .waitFor({ operation: 'createIssue' }, { timeout: 150_000 })
        .then(ended, ({ message }) => ended(message))
      await vi.advanceTimersByTimeAsync(149_000)
      expect(ended).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(2000)
      expect(ended).toHaveBeenCalledWith(
        expect.stringContaining('no request was made within 150000 ms'),
      )
    })
  })

  it('sees what it sent to hooks', async () => {
    await home.ask('POST', '/projects', { name: 'shop' })
    await expect
      .poll(() => home.control.deliveries.all())
      .toContainEqual(expect.objectContaining({ event: 'project_create', status: 200, hook_id: 1 }))
  })

  it('reports what happens, until its signal is aborted', async () => {
    const ending = new AbortController()
    const events = home.control.events({ signal: ending.signal })
    await events.opened
    await openIssue('a')
    await home.ask('POST', '/projects', { name: 'shop' })
    const seen: Record<string, unknown[]> = { request: [], change: [], delivery: [] }
    for await (const event of events) {
      const { type, ...content } = event
      seen[type]?.push(content)
      if (seen.request?.length === 2 && seen.delivery?.[0]) ending.abort()
    }
    expect(seen.request).toMatchObject([
      { request: { operationId: 'createIssue', user: 'root', parameters: { title: 'a' } } },
      { request: { operationId: 'createProject', status: 201 } },
    ])
    expect(seen.change?.[0]).toEqual({ collections: expect.arrayContaining(['issues']) })
    expect(seen.delivery?.[0]).toMatchObject({ delivery: { event: 'project_create', status: 200 } })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    const none = home.control.events({ signal: AbortSignal.abort() })
    expect(await none.next()).toEqual({ done: true, value: undefined })
  })

  it('gives no more to a loop that is left', async () => {
    const events = home.control.events()
    await events.opened
    await openIssue('a')
    let count = 0
    for await (const _ of events) {
      count++
      break
    }
    expect(count).toBe(1)
    await openIssue('b')
    expect(await events.next()).toEqual({ done: true, value: undefined })
    const waiting = home.control.events()
    const next = waiting.next()
    await waiting.return()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  it('keeps snapshots of it', async () => {
    const { snapshots } = home.control
    await openIssue('before')
    await snapshots.save('a b/ü')
    await openIssue('after')
    await snapshots.save('later')
    expect(await snapshots.all()).toEqual(['a b/ü', 'later'])
    await snapshots.restore('a b/ü')
    expect(await titles()).toEqual(['before'])
    await snapshots.remove('a b/ü')
    expect(await snapshots.all()).toEqual(['later'])
    for (const act of [snapshots.restore, snapshots.remove]) {
      await expect((async () => act('a b/ü'))()).rejects.toThrow(/no snapshot "a b\/ü".*later/)
    }
  })

  it('reports what was exercised, and what is not served', async () => {
    const { control } = home
    await openIssue('a')
    await home.ask('POST', issues, {})
    const { share, operations } = await control.coverage()
    const createIssue = operations.find(({ operation }) => operation === 'createIssue')
    expect(createIssue?.statuses).toMatchObject({ 201: 1, 400: 1 })
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(0.1)
    await control.verifyNoUnhandled()
    await home.ask('GET', '/version')
    await expect((async () => control.verifyNoUnhandled())()).rejects.toThrow('version')
  })
})
