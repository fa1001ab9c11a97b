import { describe, expect, it } from 'vitest'
import { createJournal, maskAddress, maskParameters } from '../../src/http/journal.ts'
import { describeForge } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

describeForge('the journal', { seed, journalLimit: 5 }, (api) => {
  const last = () => api.forge.requests.at(-1)

  it('tells what was asked by whom, and what was answered', async () => {
    const { headers } = await api.as('jane').get('/users?search=jane')
    expect(last()).toMatchObject({
      id: headers.get('x-request-id'),
      at: '2017-01-15T12:00:00.000Z',
      method: 'GET',
      path: '/api/v3/users?search=jane',
      operationId: 'listUsers',
      user: 'jane',
      parameters: { search: 'jane' },
      status: 200,
      answer: [{ username: 'jane' }],
    })
    expect(last()?.milliseconds).toBeGreaterThanOrEqual(0)
  })

  it('tells of what was refused, with what was sent', async () => {
    await api.as('root').post('/users', { name: 'Ann', password: 'secret-word' })
    expect(last()).toMatchObject({
      status: 400,
      user: 'root',
      parameters: { name: 'Ann', password: '[MASKED]' },
      answer: { message: '400 (Bad request) "email" not given' },
    })
    await api.anonymous.get('/nonsense')
    expect(last()).toMatchObject({ status: 404, operationId: undefined, user: undefined })
  })

  it('names the user that sudo stood for', async () => {
    await api.as('root').get('/user', { sudo: 'jane' })
    expect(last()?.user).toBe('jane')
  })

  it('remembers the last ones, as many as the option says', async () => {
    for (let page = 1; page <= 8; page++) await api.as('jane').get('/users', { page })
    expect(api.forge.requests.map(({ path }) => path)).toEqual(
      [4, 5, 6, 7, 8].map((page) => `/api/v3/users?page=${page}`),
    )
  })

  it('is empty after a reset', async () => {
    await api.as('jane').get('/user')
    api.forge.reset()
    expect(api.forge.requests).toEqual([])
  })

  it('shows no secret, wherever it was', async () => {
    await api.as('root').get('/user', { sudo: 'jane' })
    expect(last()?.answer).toMatchObject({ username: 'jane', private_token: '[MASKED]' })
    await api.request(
      '/api/v3/user?private_token=jane-token&a[private_token]=jane-token&b[][token]=jane-token',
    )
    expect(last()?.status).toBe(200)
    await api.anonymous.post('/user/emails', {
      access_token: 'jane-token',
      nested: { list: [{ password: 'jane-token' }] },
    })
    await api.as('root').put('/users/2', { password: 'jane-token' })
    await api.as('root').post('/hooks', { url: 'http://127.0.0.1:9/', token: 'jane-token' })
    expect(last()?.parameters).toMatchObject({ token: '[MASKED]' })
    expect(JSON.stringify(api.forge.requests)).not.toContain('jane-token')
    expect(JSON.stringify(api.forge.requests)).not.toContain('root-token')
  })

  it('keeps what was answered, whatever happens to the record', async () => {
    await api.as('root').get('/users/2')
    const entry = last()
    await api.as('root').put('/users/2', { name: 'Renamed' })
    expect(entry?.answer).toMatchObject({ name: 'jane' })
  })
})

describe('a journal', () => {
  const recording = {
    id: '1',
    at: '2017-01-15T12:00:00.000Z',
    method: 'GET',
    url: new URL('http://forge.test/api/v3/user'),
    operationId: undefined,
    user: undefined,
    parameters: {},
    status: 200,
    milliseconds: 1,
  }

  it('forgets large answers sooner, but for the last', () => {
    const journal = createJournal(1000)
    const json = JSON.stringify('x'.repeat(6 * 2 ** 20))
    for (let count = 0; count < 10; count++) journal.record({ ...recording, json })
    expect(journal.entries).toHaveLength(2)
    journal.record({ ...recording, json: JSON.stringify('x'.repeat(20 * 2 ** 20)) })
    expect(journal.entries).toHaveLength(1)
    journal.clear()
    for (let count = 0; count < 500; count++) journal.record({ ...recording, json: '1' })
    expect(journal.entries).toHaveLength(500)
  })

  it('keeps no more of parameters than can be read', () => {
    const nest = (depth: number): object => (depth === 0 ? {} : { deeper: nest(depth - 1) })
    const kept = maskParameters({
      content: 'x'.repeat(1_000_000),
      many: Array.from({ length: 1_000_000 }, () => 1),
      nested: nest(50),
      ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
    })
    expect(JSON.stringify(kept).length).toBeLessThan(3000)
    expect(kept.content).toBe('(a text of 1000000 characters)')
  })

  it('masks nothing but secrets', () => {
    expect(maskParameters({ title: 'token', tokens: 'a', key: 'b', Token: 'c' })).toEqual({
      title: 'token',
      tokens: 'a',
      key: 'b',
      Token: '[MASKED]',
    })
    const journal = createJournal(1)
    journal.record({ ...recording, json: '{"private_token":null,"runners_token":"x","a":["b"]}' })
    expect(journal.entries[0]?.answer).toEqual({
      private_token: null,
      runners_token: '[MASKED]',
      a: ['b'],
    })
  })

  it.each([
    ['/a?search=100%', '/a?search=100%'],
    ['/a?search=%ff', '/a?search=%ff'],
    ['/a', '/a'],
    ['/a?private_token=x&b=1', '/a?private_token=%5BMASKED%5D&b=1'],
    ['/a?private_token=x&private_token=y', '/a?private_token=%5BMASKED%5D'],
    ['/a?PRIVATE_TOKEN=x', '/a?PRIVATE_TOKEN=%5BMASKED%5D'],
    ['/a?user[password]=x', '/a?user%5Bpassword%5D=%5BMASKED%5D'],
  ])('shows the address %s as %s', (address, shown) => {
    expect(maskAddress(new URL(address, 'http://forge.test'))).toBe(shown)
  })
})
