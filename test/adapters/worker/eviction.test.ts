import { describe, expect, it } from 'vitest'
import { serveWorker } from './served-worker.ts'

const asRoot = { 'private-token': 'root-token' }

describe('a world that the engine has let go', () => {
  it('comes back as it was', async () => {
    const { control, ask, openIssue, issuesOf, names, evict } = serveWorker()
    await control('POST', '/worlds', { name: 'own' })
    await openIssue('own', 'a')
    await openIssue('default', 'b')
    const commit = {
      branch_name: 'master',
      commit_message: 'Add a file',
      actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
    }
    const headers = { ...asRoot, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(commit) }
    expect((await ask('/w/own/api/v3/projects/1/repository/commits', init)).status).toBe(201)
    const before = (await control('GET', '/worlds/own/export')).body
    evict()
    expect((await control('GET', '/worlds/own/export')).body).toEqual(before)
    expect([await issuesOf('own'), await issuesOf('default')]).toEqual([['1 a'], ['1 b']])
    expect(await names()).toEqual(['default', 'own'])
    evict()
    await openIssue('own', 'c')
    expect(await issuesOf('own')).toEqual(['1 a', '2 c'])
  })

  it.each([
    ['the seed of the worker', {}],
    ['a seed by name', { seed: 'demo' }],
    [
      'a seed',
      { seed: { users: [{ username: 'root', admin: true }], projects: [{ path: 'root/x' }] } },
    ],
    ['another world', { from: 'default' }],
  ])('is reset to where it started: %s', async (_, start) => {
    const { control, ask, openIssue, evict } = serveWorker()
    await openIssue('default', 'of the default world')
    await control('POST', '/worlds', { name: 'own', ...start })
    const world = async () => (await control('GET', '/worlds/own/export')).body
    const started = await world()
    const address = '/w/own/api/v3/projects?name=another'
    expect((await ask(address, { method: 'POST', headers: asRoot })).status).toBe(201)
    expect(await world()).not.toEqual(started)
    evict()
    await control('POST', '/worlds/own/reset')
    expect(await world()).toEqual(started)
    evict()
    expect(await world()).toEqual(started)
  })

  it('has its clock, and goes back with a reset to where it started', async () => {
    const { control, evict } = serveWorker()
    const now = async (world: string) => (await control('GET', `/worlds/${world}/clock`)).body.now
    await control('PUT', '/worlds/default/clock', { advance: '2h' })
    await control('POST', '/worlds', { name: 'copy', from: 'default' })
    await control('PUT', '/worlds/copy/clock', { advance: '1d' })
    evict()
    expect(await now('default')).toBe('2017-01-15T14:00:00.000Z')
    expect(await now('copy')).toBe('2017-01-16T14:00:00.000Z')
    evict()
    for (const world of ['default', 'copy']) await control('POST', `/worlds/${world}/reset`)
    expect(await now('default')).toBe('2017-01-15T12:00:00.000Z')
    expect(await now('copy')).toBe('2017-01-15T14:00:00.000Z')
  })

  it('goes on with the tokens that come next', async () => {
    const { control, ask, evict } = serveWorker()
    const init = { method: 'POST', headers: asRoot }
    const token = async () => {
      const { body } = await ask('/api/v3/projects/1/triggers', init)
      return body.token
    }
    const [first, second] = [await token(), await token()]
    await control('POST', '/reset')
    expect(await token()).toBe(first)
    evict()
    expect(await token()).toBe(second)
  })

  it('has its snapshots, in their order', async () => {
    const { control, openIssue, issuesOf, evict, worlds } = serveWorker()
    const names = async () => (await control('GET', '/snapshots')).body
    for (const name of ['z', 'a', 'm']) {
      await openIssue('default', name)
      await control('POST', '/snapshots', { name })
    }
    await openIssue('default', 'last')
    evict()
    expect(await names()).toEqual(['z', 'a', 'm'])
    await control('POST', '/snapshots/a/restore')
    expect(await issuesOf('default')).toEqual(['1 z', '2 a'])
    await control('DELETE', '/snapshots/z')
    await control('POST', '/snapshots', { name: 'm' })
    evict()
    expect(await names()).toEqual(['a', 'm'])
    await control('POST', '/snapshots/m/restore')
    expect(await issuesOf('default')).toEqual(['1 z', '2 a'])
    expect([...worlds.storageOf('default').values.keys()].toSorted()).toEqual([
      'about',
      'snapshot:a',
      'snapshot:m',
      'world',
    ])
  })

  it('has its faults, with the hits that they have left', async () => {
    const { control, openIssue, issuesOf, evict } = serveWorker()
    await control('POST', '/faults', { operation: 'createIssue', status: 503, times: 3 })
    await control('POST', '/faults', { operation: 'createIssue', status: 500, times: 1 })
    expect((await openIssue('default', 'a')).status).toBe(503)
    evict()
    const { body } = await control('GET', '/faults')
    expect(body).toMatchObject([{ times: 2, hits: 0 }, { times: 1 }])
    const answers = []
    for (const title of ['b', 'c', 'd', 'e'])
      answers.push((await openIssue('default', title)).status)
    expect(answers).toEqual([503, 503, 500, 201])
    evict()
    expect((await control('GET', '/faults')).body).toEqual([])
    expect(await issuesOf('default')).toEqual(['1 e'])
  })
})

describe('a change', () => {
  it('is stored before it is answered, and reading stores nothing', async () => {
    const { openIssue, issuesOf, worlds } = serveWorker()
    await issuesOf('default')
    const storage = worlds.storageOf('default')
    const before = storage.transactions
    await openIssue('default', 'a')
    expect(storage.transactions).toBe(before + 1)
    await issuesOf('default')
    expect(storage.transactions).toBe(before + 1)
  })

  it('is stored together with those that come at the same time', async () => {
    const { openIssue, issuesOf, worlds, evict } = serveWorker()
    await issuesOf('default')
    const storage = worlds.storageOf('default')
    const before = storage.transactions
    await Promise.all(Array.from({ length: 20 }, (_, n) => openIssue('default', `t${n}`)))
    expect(storage.transactions - before).toBeLessThan(10)
    evict()
    expect(await issuesOf('default')).toHaveLength(20)
  })

  it('has not happened where the storage breaks off in the midst of it', async () => {
    const { control, openIssue, issuesOf, worlds, evict } = serveWorker()
    const noise = crypto.getRandomValues(new Uint8Array(60_000)).toString()
    const add = (title: string) =>
      control('POST', '/add', {
        issues: [{ project: 'jane/website', title, description: noise + title }],
      })
    for (const title of ['a', 'b']) expect((await add(title)).status).toBe(201)
    const storage = worlds.storageOf('default')
    const chunks = [...storage.values.keys()].filter((key) => key.startsWith('chunk:'))
    storage.putsLeft = 1
    const { status, body } = await openIssue('default', 'c')
    expect([status, body.message]).toEqual([503, expect.stringContaining('has not happened')])
    expect(chunks.length).toBeGreaterThan(0)
    storage.putsLeft = Number.POSITIVE_INFINITY
    expect(await issuesOf('default')).toEqual(['1 a', '2 b'])
    evict()
    expect(await issuesOf('default')).toEqual(['1 a', '2 b'])
    expect((await openIssue('default', 'd')).status).toBe(201)
    expect(await issuesOf('default')).toEqual(['1 a', '2 b', '3 d'])
  })

  it('reports what is stored and cannot be read', async () => {
    const { openIssue, ask, worlds, evict } = serveWorker()
    await openIssue('default', 'a')
    await worlds.storageOf('default').delete(['world'])
    evict()
    const { status, body } = await ask('/api/v3/user', { headers: asRoot })
    expect([status, body.message]).toEqual([500, expect.stringContaining('has lost world')])
  })

  it('of a removed world ends those who watch it', async () => {
    const { fetch, control } = serveWorker()
    await control('POST', '/worlds', { name: 'own' })
    const headers = { authorization: 'Bearer let me in' }
    const address = 'http://127.0.0.1:8080/_forge/worlds/own/events'
    const events = await fetch(new Request(address, { headers }))
    await control('DELETE', '/worlds/own')
    expect(await events.text()).toBe(':\n\n')
  })
})
