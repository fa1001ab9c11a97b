import { describe, expect, it } from 'vitest'
import {
  ApiError,
  badRequest,
  bodyTooLarge,
  conflict,
  forbidden,
  internalError,
  invalid,
  missingAttribute,
  notAcceptable,
  notAllowed,
  notFound,
  notModified,
  refused,
  unauthorized,
  unknownRoute,
  unknownSudo,
  unsupportedMediaType,
  userConflict,
  wrongMethod,
} from '../../src/contract/errors.ts'
import { errorAnswer, render } from '../../src/http/response.ts'
import { createTestForge, describeTransports } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'root/secret', visibility: 'private' as const }],
}

/** The bodies of errors: `schemas/v3/resources/error-message.json`. */
describeTransports('errors', { seed }, (api) => {
  const root = api.as('root')

  it('names a missing attribute in a text', async () => {
    const { status, body } = await root.post('/user/keys', { key: 'x' })
    expect([status, body]).toEqual([400, { message: '400 (Bad request) "title" not given' }])
  })

  it('maps each attribute that failed validation to its errors', async () => {
    const { status, body } = await root.post('/user/keys', { title: ' ', key: 'x' })
    expect([status, body]).toEqual([
      400,
      {
        message: {
          title: ["can't be blank"],
          key: ['is invalid'],
          fingerprint: ['cannot be generated'],
        },
      },
    ])
  })

  it('says 401 Unauthorized to whom it does not know', async () => {
    const { status, body } = await api.anonymous.get('/user')
    expect([status, body]).toEqual([401, { message: '401 Unauthorized' }])
  })

  it('says 403 Forbidden to whom it does not allow', async () => {
    const { status, body } = await api.as('jane').post('/users', {})
    expect([status, body]).toEqual([403, { message: '403 Forbidden' }])
  })

  it('says what it does not find', async () => {
    const { status, body } = await root.get('/user/keys/5')
    expect([status, body]).toEqual([404, { message: '404 Key Not Found' }])
  })

  it('hides a private project from a non-member as if there were none', async () => {
    const hidden = await api.as('jane').get('/projects/1')
    const absent = await api.as('jane').get('/projects/99')
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Project Not Found' }])
    expect([absent.status, absent.body]).toEqual([404, { message: '404 Project Not Found' }])
    expect((await api.as('jane').get('/projects/root%2Fsecret')).body).toEqual(absent.body)
  })

  it('has an error, not a message, for an unknown route', async () => {
    const { status, body } = await root.get('/nonsense')
    expect([status, body]).toEqual([404, { error: '404 Not Found' }])
  })

  it('says what is in the way of a creation, and 404 on a change', async () => {
    const taken = { email: 'jane@example.com', username: 'ann', name: 'Ann', password: '12345678' }
    const created = await root.post('/users', taken)
    expect([created.status, created.body]).toEqual([
      409,
      { message: 'Email has already been taken' },
    ])
    const changed = await root.put('/users/1', { email: 'jane@example.com' })
    expect([changed.status, changed.body]).toEqual([
      404,
      { message: 'Email has already been taken' },
    ])
  })
})

describe('the catalogue of refusals', () => {
  it.each<[ApiError, number, unknown]>([
    [notModified(), 304, undefined],
    [badRequest('why'), 400, { message: '400 (Bad request) why' }],
    [missingAttribute('a'), 400, { message: '400 (Bad request) "a" not given' }],
    [refused('Because'), 400, { message: 'Because' }],
    [invalid({ a: ['b'], c: { d: ['e'] } }), 400, { message: { a: ['b'], c: { d: ['e'] } } }],
    [unauthorized(), 401, { message: '401 Unauthorized' }],
    [forbidden(), 403, { message: '403 Forbidden' }],
    [forbidden('why'), 403, { message: '403 Forbidden - why' }],
    [notFound(), 404, { message: '404 Not Found' }],
    [notFound('Key'), 404, { message: '404 Key Not Found' }],
    [unknownSudo('x'), 404, { message: '404 Not Found: No user id or username for: x' }],
    [unknownRoute(), 404, { error: '404 Not Found' }],
    [wrongMethod(['GET']), 405, { message: '405 Method Not Allowed' }],
    [notAllowed(), 405, { message: '405 Method Not Allowed' }],
    [notAcceptable(), 406, { message: '406 Not Acceptable' }],
    [conflict('x'), 409, { message: 'x' }],
    [userConflict(404, 'x'), 404, { message: 'x' }],
    [bodyTooLarge(5), 413, { message: '413 Request Entity Too Large: a body may have 5 bytes' }],
    [unsupportedMediaType('a/b'), 415, { message: '415 Unsupported Media Type: a/b' }],
    [internalError('7'), 500, { message: '500 Internal Server Error (request 7)' }],
  ])('renders %s', async (refusal, status, body) => {
    expect(refusal).toBeInstanceOf(ApiError)
    const rendered = await render(errorAnswer(refusal, 'v3'))
    expect(rendered.status).toBe(status)
    expect(rendered.json && JSON.parse(rendered.json)).toEqual(body)
  })
})

describe('what was not foreseen', () => {
  async function broken() {
    const log: string[] = []
    const forge = await createTestForge({ seed, log: (line) => log.push(line) })
    const ask = (path: string, method = 'GET') =>
      forge.fetch(
        new Request(`http://forge.test/api/v3${path}`, {
          method,
          headers: { 'private-token': 'root-token' },
        }),
      )
    return { forge, log, ask }
  }

  it('is a 500 with the request id of the header, and a line in the log', async () => {
    const { forge, log, ask } = await broken()
    forge.db.keys.insert({ user_id: 2, title: 'nobody’s', key: 'ssh-rsa AAAA' })
    forge.db.users.delete((query) => query.where({ id: 2 }))
    const response = await ask('/keys/1')
    const id = response.headers.get('x-request-id')
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      message: `500 Internal Server Error (request ${id})`,
    })
    expect(log).toHaveLength(1)
    expect(log[0]).toContain(`request ${id}`)
    expect(log[0]).toContain('the user 2, who is not there')
    expect(forge.requests.at(-1)).toMatchObject({
      id,
      status: 500,
      operationId: 'getSshKeyWithUser',
    })
  })

  it('leaves nothing behind, and the next request is answered', async () => {
    const { forge, ask } = await broken()
    forge.db.keys.insert({ user_id: 2, title: 'jane’s', key: 'ssh-rsa AAAA' })
    const { credentials } = forge.db
    const isOver = new AbortController()
    const breakHalfway = () => {
      throw new Error('broken half-way')
    }
    credentials.hooks.on('delete', breakHalfway, { signal: isOver.signal })
    const before = JSON.stringify(forge.snapshot())
    expect((await ask('/users/2', 'DELETE')).status).toBe(500)
    expect(JSON.stringify(forge.snapshot())).toBe(before)
    isOver.abort()
    expect((await ask('/users/2', 'DELETE')).status).toBe(200)
    expect(forge.db.keys.all()).toEqual([])
  })

  it('is an answer that breaks the contract, where that is checked', async () => {
    const { forge, log, ask } = await broken()
    const [jane] = forge.db.users.by('username', 'jane')
    if (jane) forge.db.users.replace(jane, { created_at: 'last week' })
    expect((await ask('/users/2')).status).toBe(500)
    expect(log[0]).toContain('getUser 200 breaks its contract')
    expect(log[0]).toContain('created_at')
  })

  it('does not reject for a file that fails, nor for a query that cannot be decoded', async () => {
    const answer = {
      status: 200,
      headers: {},
      file: { body: Promise.reject(new Error('no such blob')), type: 'text/plain' },
    }
    await expect(render(answer)).rejects.toThrow('no such blob')
    const { ask } = await broken()
    expect((await ask('/users?search=%')).status).toBe(200)
  })
})
