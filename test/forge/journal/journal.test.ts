import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { createJournal } from '../../../src/forge/journal/journal.ts'
import type { JournalEntry, RecordedRequest } from '../../../src/forge/journal/journal-entry.ts'
import { ReceivedBody } from '../../../src/http/body.ts'
import type { Exchange } from '../../../src/http/exchange.ts'
import { GivenParameters } from '../../../src/http/given-parameters.ts'
import { createKnownSecrets } from '../../../src/http/redaction/known-secrets.ts'
import { boundedAddress } from '../../../src/http/redaction/redact-address.ts'
import { createStore } from '../../../src/store/store.ts'
import { describeTransports } from '../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'jane/site' }],
}

describeTransports('the journal', { seed, journalLimit: 5 }, (api) => {
  const last = () => api.forge.requests.at(-1)

  it('reports what was asked by whom, and what was answered', async () => {
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

  it('reports what was refused, with what was sent', async () => {
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

  it('reports what the client sent: headers and body, and what it left to the contract', async () => {
    const title = 'It leaks'
    await api.as('jane', { 'x-trace': 'abc' }).post('/projects/1/issues', { title, labels: 'bug' })
    expect(last()).toMatchObject({
      headers: {
        'content-type': 'application/json',
        'private-token': '[MASKED]',
        'x-trace': 'abc',
      },
      body: JSON.stringify({ title, labels: 'bug' }),
      given: { id: 1, title, labels: 'bug' },
    })
    await api.as('jane').get('/projects/1/issues', { state: 'opened' })
    expect(last()?.body).toBeUndefined()
    expect(last()?.given).toEqual({ id: 1, state: 'opened' })
    expect(last()?.parameters).toMatchObject({ id: 1, state: 'opened', sort: 'desc' })
  })

  it('reports which page was asked for, and which the contract filled in', async () => {
    await api.as('jane').get('/projects/1/issues', { page: '2', per_page: '200' })
    expect(last()?.given).toEqual({ id: 1, page: 2, per_page: 200 })
    await api.as('jane').get('/projects/1/issues', { page: '2' })
    expect(last()?.given).toEqual({ id: 1, page: 2 })
    expect(last()?.parameters).toMatchObject({ page: 2, per_page: 20 })
    await api.as('jane').get('/projects/1/issues', { state: 'all', page: 'two' })
    expect(last()).toMatchObject({ status: 400, parameters: { state: 'all', page: 'two' } })
  })

  it('reports the body of what was refused before it was understood', async () => {
    const headers = { 'content-type': 'application/json', 'private-token': 'jane-token' }
    const body = '{ "title": "It leaks", }'
    await api.request('/api/v3/projects/1/issues', { method: 'POST', headers, body })
    expect(last()).toMatchObject({ status: 400, body })
  })

  it('reports a body that nests deeper than it can be written', async () => {
    const headers = { 'content-type': 'application/json', 'private-token': 'jane-token' }
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const body = `{"title":"It leaks","x":${deep}}`
    await api.request('/api/v3/projects/1/issues', { method: 'POST', headers, body })
    expect(last()).toMatchObject({ status: 201, body: `(a body of ${body.length} bytes)` })
    expect(JSON.parse(JSON.stringify(last()))).toMatchObject({ status: 201 })
  })

  it('prints as a line, and in full on the console', async () => {
    await api.as('jane').get('/users?search=jane')
    expect(String(last())).toBe('GET /api/v3/users?search=jane 200 listUsers by jane')
    await api.anonymous.get('/user')
    expect(`${last()}`).toBe('GET /api/v3/user 401 getCurrentUser')
    const printed = inspect(last(), { breakLength: 1000 })
    expect(printed).toMatch(/^GET \/api\/v3\/user 401 getCurrentUser \{/)
    expect(printed).toContain("answer: { message: '401 Unauthorized' }")
    expect(printed).not.toContain('Getter')
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

  it('shows no credential of a request that presents others as well, whoever asked before', async () => {
    for (const token of ['first-bearer', 'second-bearer']) {
      const headers = { authorization: `Bearer ${token}` }
      await api.as('jane', headers).get('/users', { search: `with ${token}` })
      expect(last()?.user).toBe('jane')
    }
    const shown = JSON.stringify(api.forge.requests)
    expect(shown).not.toContain('first-bearer')
    expect(shown).not.toContain('second-bearer')
  })

  it('keeps what was answered, whatever happens to the record', async () => {
    await api.as('root').get('/users/2')
    const entry = last()
    await api.as('root').put('/users/2', { name: 'Renamed' })
    expect(entry?.answer).toMatchObject({ name: 'jane' })
  })
})

describe('a journal', () => {
  const recording: Exchange = {
    id: '1',
    at: '2017-01-15T12:00:00.000Z',
    method: 'GET',
    address: boundedAddress(new URL('http://forge.test/api/v3/user')),
    headers: new Headers(),
    api: undefined,
    body: undefined,
    operationId: undefined,
    user: undefined,
    given: new GivenParameters({}),
    secrets: [],
    status: 200,
    json: undefined,
    milliseconds: 1,
    world: undefined,
    fault: undefined,
  }
  const mebibyte = 2 ** 20
  const limit = 1000
  const { masker } = createKnownSecrets(createStore())
  const answerOf = (characters: number) => JSON.stringify('x'.repeat(characters))

  it('forgets large answers sooner, but for the last', () => {
    const journal = createJournal({ limit, masker })
    for (let count = 0; count < 100; count++)
      journal.record({ ...recording, json: answerOf(0.9 * mebibyte) })
    expect(journal.entries).toHaveLength(17)
    journal.clear()
    for (let count = 0; count < 500; count++)
      journal.record({ ...recording, json: JSON.stringify(1) })
    expect(journal.entries).toHaveLength(500)
  })

  it('is one list, of what was recorded before somebody first looked and after', () => {
    const journal = createJournal({ limit: 2, masker })
    for (const id of ['1', '2', '3']) journal.record({ ...recording, id })
    const { entries } = journal
    expect(entries.map(({ id }) => id)).toEqual(['2', '3'])
    journal.record({ ...recording, id: '4' })
    expect(entries.map(({ id }) => id)).toEqual(['3', '4'])
    journal.clear()
    journal.record({ ...recording, id: '5' })
    expect(entries.map(({ id }) => id)).toEqual(['5'])
    expect(journal.entries).toBe(entries)
  })

  it('reports a request with the entry that the list has', () => {
    const received: JournalEntry[] = []
    const onRecord = (recorded: RecordedRequest) => received.push(recorded.entry())
    const journal = createJournal({ limit, masker, onRecord })
    journal.record(recording)
    expect(received[0]).toBe(journal.entries[0])
  })

  it('counts what a request sent, too', () => {
    const journal = createJournal({ limit, masker })
    const texts = Array.from({ length: 30 }, () => 'x'.repeat(1990))
    const bytes = new TextEncoder().encode(JSON.stringify({ texts }))
    const body = new ReceivedBody(bytes, 'application/json')
    for (let count = 0; count < 1000; count++)
      journal.record({ ...recording, body, given: new GivenParameters({ texts }) })
    expect(journal.entries.length).toBeLessThan(300)
  })

  it('gives each request its own headers, whichever came before', () => {
    const journal = createJournal({ limit, masker })
    const sent: Record<string, string>[] = [
      { a: '1' },
      { a: '1' },
      { a: '2' },
      { a: '2', b: '3' },
      { b: '3' },
      { a: '1' },
    ]
    for (const fields of sent) journal.record({ ...recording, headers: new Headers(fields) })
    expect(journal.entries.map(({ headers }) => headers)).toEqual(sent)
  })

  it('shows headers in the order of their names, in whichever they came', () => {
    const journal = createJournal({ limit, masker })
    const sent = ['b', 'accept-encoding', 'accept', 'accept-language', 'a']
    const headers = {
      get: () => null,
      forEach(visit: (value: string, name: string) => void) {
        for (const name of sent) visit('*', name)
      },
    }
    journal.record({ ...recording, headers })
    const shown = Object.keys(journal.entries[0]?.headers ?? {})
    expect(shown).toEqual(['a', 'accept', 'accept-encoding', 'accept-language', 'b'])
  })

  it('counts headers and bodies, too', () => {
    const journal = createJournal({ limit, masker })
    const body = new ReceivedBody(new Uint8Array(60_000), '')
    for (let count = 0; count < 1000; count++) journal.record({ ...recording, body })
    expect(journal.entries).toHaveLength(
      Math.floor((16 * mebibyte) / (60_500 + '/api/v3/user'.length)),
    )
    journal.clear()
    const headers = new Headers(
      Array.from({ length: 9 }, (_, at): [string, string] => [`x-${at}`, 'x'.repeat(1990)]),
    )
    for (let count = 0; count < 1000; count++) journal.record({ ...recording, headers })
    expect(journal.entries.length).toBeLessThan(1000)
  })

  it('says how long a body or a header was that is too long to keep', () => {
    const journal = createJournal({ limit, masker })
    const headers = new Headers({ 'x-long': 'x'.repeat(2001), 'x-short': 'y' })
    const body = new ReceivedBody(new Uint8Array(65_537), '')
    journal.record({ ...recording, headers, body })
    expect(journal.entries[0]).toMatchObject({
      headers: { 'x-long': '(a text of 2001 characters)', 'x-short': 'y' },
      body: '(a body of 65537 bytes)',
    })
    journal.record({
      ...recording,
      headers: new Headers(
        Array.from({ length: 99 }, (_, at): [string, string] => [`x-${at}`, 'x'.repeat(1990)]),
      ),
    })
    expect(Object.keys(journal.entries[1]?.headers ?? {})).toHaveLength(10)
    expect(journal.entries[1]?.headers).toHaveProperty('…', '(more headers)')
  })

  it('keeps the body that came, whatever becomes of its bytes', () => {
    const journal = createJournal({ limit, masker })
    const bytes = new TextEncoder().encode('a=1')
    journal.record({ ...recording, body: new ReceivedBody(bytes, '') })
    bytes.fill(0)
    expect(journal.entries[0]?.body).toBe('a=1')
  })

  it.each([
    ['application/json', '{ "title" : "x" }', '{ "title" : "x" }'],
    ['application/json', '{ "title" : "hunter2-x" }', '{"title":"[MASKED]"}'],
    ['application/json', '{ "title" : "\\u0068unter2-x" }', '{"title":"[MASKED]"}'],
    ['application/json', '{"token":"abc","token":null}', '{"token":null}'],
    ['application/json', '{"t\\u006fken":"abc","t\\u006fken":null}', '{"token":null}'],
    ['application/json', '{"title": "x", "password": "ab', '{"title": "x", "password [MASKED]'],
    ['application/json', "{'title': 'x', 'Passwd': 'ab'}", "{'title': 'x', 'Passwd [MASKED]"],
    ['application/json', '{"title": hunter2-x', '{"title": [MASKED]'],
    ['text/plain', 'plain', 'plain'],
    ['text/plain', 'my secret: ab', 'my secret [MASKED]'],
    [
      '',
      'title=a+b&private_token=ab&x%5Btoken%5D=ab',
      'title=a+b&private_token=[MASKED]&x%5Btoken%5D=[MASKED]',
    ],
    ['application/x-www-form-urlencoded', 'a=%68unter2-x', 'a=[MASKED]'],
    ['multipart/form-data', '--b', '(a multipart form of 3 bytes)'],
  ])('shows a body of the type "%s" without the secrets in it: %s', (type, text, shown) => {
    const journal = createJournal({ limit, masker })
    const body = new ReceivedBody(new TextEncoder().encode(text), type)
    journal.record({ ...recording, body, secrets: ['hunter2-x'] })
    expect(journal.entries[0]?.body).toBe(shown)
  })

  it.each([
    ['authorization', 'Bearer abc'],
    ['proxy-authorization', 'Basic abc'],
    ['cookie', '_service_session=abc'],
    ['private-token', 'abc'],
    ['x-api-key', 'abc'],
    ['x-gitlab-token', 'abc'],
  ])('masks the header %s', (name, value) => {
    const journal = createJournal({ limit, masker })
    journal.record({ ...recording, headers: new Headers({ [name]: value }) })
    expect(journal.entries[0]?.headers).toEqual({ [name]: '[MASKED]' })
  })

  it('masks in any header what is a secret of the request', () => {
    const journal = createJournal({ limit, masker })
    const headers = new Headers({ referer: 'http://a.test/?x=hunter2-x', 'x-hunter2-x': 'a: b' })
    journal.record({ ...recording, headers, secrets: ['hunter2-x'] })
    expect(journal.entries[0]?.headers).toEqual({
      referer: 'http://a.test/?x=[MASKED]',
      'x-[MASKED]': 'a: b',
    })
  })

  it('says how long an answer was that is too long to keep', () => {
    const journal = createJournal({ limit, masker })
    journal.record({ ...recording, json: answerOf(mebibyte) })
    expect(journal.entries[0]?.answer).toBe('(JSON of 1048578 characters)')
  })

  it('says how long an address was that is too long to keep', () => {
    const journal = createJournal({ limit, masker })
    const url = new URL(`http://forge.test/api/v3/users?search=${'x'.repeat(5000)}`)
    journal.record({ ...recording, address: boundedAddress(url) })
    expect(journal.entries[0]?.path).toBe('(an address of 5021 characters)')
  })

  it('shows no credential that came with a request, wherever it stands', () => {
    const journal = createJournal({ limit, masker })
    const url = 'http://forge.test/api/v3/users/hunter2-x?search=a-hunter2-x&a=%68unter2-x'
    const values = { search: 'a-hunter2-x', 'hunter2-x': 1, nested: [{ deep: ['hunter2-x!'] }] }
    journal.record({
      ...recording,
      address: boundedAddress(new URL(url)),
      given: new GivenParameters(values),
      json: JSON.stringify({ message: 'no hunter2-x' }),
      secrets: ['hunter2-x'],
    })
    expect(journal.entries[0]).toMatchObject({
      path: '/api/v3/users/[MASKED]?search=a-[MASKED]&a=[MASKED]',
      parameters: { search: 'a-[MASKED]', '[MASKED]': 1, nested: [{ deep: ['[MASKED]!'] }] },
      answer: { message: 'no [MASKED]' },
    })
  })

  it('shows a password nowhere in the request that carried it', () => {
    const journal = createJournal({ limit, masker })
    const given = new GivenParameters({ password: 'hunter2-x', bio: 'mine is hunter2-x' })
    journal.record({ ...recording, given, json: JSON.stringify({ bio: 'mine is hunter2-x' }) })
    expect(journal.entries[0]).toMatchObject({
      parameters: { password: '[MASKED]', bio: 'mine is [MASKED]' },
      answer: { bio: 'mine is [MASKED]' },
    })
  })

  it('looks at the secrets once for each look at a property', () => {
    const looks = vi.fn(masker)
    const journal = createJournal({ limit, masker: looks })
    const titles = Array.from({ length: 50 }, (_, number) => `title ${number}`)
    journal.record({ ...recording, json: JSON.stringify(titles) })
    expect(looks).not.toHaveBeenCalled()
    expect(journal.entries[0]?.answer).toEqual(titles)
    expect(looks).toHaveBeenCalledTimes(1)
  })

  it('masks nothing but secrets', () => {
    const journal = createJournal({ limit, masker })
    const parameters = { title: 'token', tokens: 'a', key: 'b', Token: 'c' }
    const json = JSON.stringify({ private_token: null, runners_token: 'x', a: ['b'] })
    journal.record({ ...recording, given: new GivenParameters(parameters), json })
    expect(journal.entries[0]?.parameters).toEqual({ ...parameters, Token: '[MASKED]' })
    expect(journal.entries[0]?.answer).toEqual({
      private_token: null,
      runners_token: '[MASKED]',
      a: ['b'],
    })
  })
})
