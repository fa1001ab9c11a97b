import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const field = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
const keyBody = (seed: number) =>
  Buffer.concat([field(Buffer.from('ssh-ed25519')), field(Buffer.alloc(32, seed))])
const keyOf = (seed: number) => `ssh-ed25519 ${keyBody(seed).toString('base64')}`

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    {
      username: 'jane',
      name: 'Jane Doe',
      keys: [{ title: 'laptop', key: `${keyOf(1)} jane@laptop`, created_at: '2017-01-02' }],
      emails: ['second@jane.example'],
    },
    { username: 'bob' },
  ],
}

describeV4('SSH keys', { seed }, (api) => {
  const root = () => api.as('root')
  const jane = () => api.as('jane')
  const laptop = {
    id: 1,
    title: 'laptop',
    created_at: '2017-01-02T00:00:00.000Z',
    expires_at: null,
    last_used_at: null,
    key: `${keyOf(1)} Jane Doe (forge.test)`,
    usage_type: 'auth_and_signing',
  }

  it('are shown with the comment of the forge, to anyone, by id or username', async () => {
    expect((await jane().get('/user/keys')).body).toEqual([laptop])
    expect((await jane().get('/user/keys/1')).body).toEqual(laptop)
    for (const user of ['2', 'JANE']) {
      expect((await api.anonymous.get(`/users/${user}/keys`)).body).toEqual([laptop])
    }
    expect((await api.anonymous.get('/users/2/keys/1')).body).toEqual(laptop)
    const missing = await api.anonymous.get('/users/3/keys/1')
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Key Not Found' }])
    expect((await api.anonymous.get('/users/nobody/keys')).body).toEqual({
      message: '404 User Not Found',
    })
    expect((await api.as('bob').get('/user/keys/1')).status).toBe(404)
  })

  it('are added by their owner and by administrators', async () => {
    const own = await jane().post('/user/keys', {
      title: 'desk',
      key: keyOf(2),
      expires_at: '2018-01-01',
      usage_type: 'signing',
    })
    expect(own.status).toBe(201)
    expect(own.body).toMatchObject({
      title: 'desk',
      expires_at: '2018-01-01T00:00:00.000Z',
      usage_type: 'signing',
    })
    const other = await root().post('/users/3/keys', { title: 'x', key: keyOf(3) })
    expect([other.status, other.body.usage_type]).toEqual([201, 'auth_and_signing'])
    expect((await jane().post('/users/3/keys', { title: 'x', key: keyOf(4) })).status).toBe(403)
  })

  it.each<[string, Record<string, unknown>, unknown]>([
    ['nothing', {}, { error: 'title is missing, key is missing' }],
    [
      'a known key',
      { title: 'x', key: keyOf(1) },
      { message: { fingerprint_sha256: ['has already been taken'] } },
    ],
    [
      'what is no key',
      { title: 'x', key: 'ssh-rsa nothing' },
      { message: { key: ['is invalid'] } },
    ],
  ])('are refused with %s', async (_, parameters, body) => {
    const answer = await jane().post('/user/keys', parameters)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  it('are removed once', async () => {
    expect((await jane().delete('/user/keys/1')).status).toBe(204)
    expect((await jane().delete('/user/keys/1')).status).toBe(404)
    expect((await root().delete('/users/2/keys/1')).status).toBe(404)
  })

  it('are found by id and by fingerprint, with the user', async () => {
    const md5 = createHash('md5').update(keyBody(1)).digest('hex').match(/../g)?.join(':')
    const sha256 = createHash('sha256').update(keyBody(1)).digest('base64').replace('=', '')
    for (const fingerprint of [md5, `MD5:${md5}`, `SHA256:${sha256}`]) {
      const { body } = await root().get('/keys', { fingerprint })
      expect(body).toMatchObject({
        ...laptop,
        user: { username: 'jane', email: 'jane@example.com' },
      })
    }
    expect((await root().get('/keys/1')).body.user.username).toBe('jane')
    await root().post('/deploy_keys', {
      title: 'first',
      key: `ssh-ed25519 ${keyBody(8).toString('base64')}`,
    })
    const deploy = { title: 'second', key: `ssh-ed25519 ${keyBody(9).toString('base64')}` }
    const { id } = (await root().post('/deploy_keys', deploy)).body
    const ofProjects = { title: 'second', deploy_keys_projects: [] }
    expect((await root().get(`/keys/${id}`)).body).toMatchObject(ofProjects)
    const missing = await root().get('/keys/99')
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
    const unknown = await root().get('/keys', { fingerprint: md5?.replace(/^../, '00') })
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Key Not Found' }])
    const wrong = await root().get('/keys', { fingerprint: 'nothing' })
    expect([wrong.status, wrong.body]).toEqual([400, { message: 'Failed to return the key' }])
    expect((await jane().get('/keys/1')).status).toBe(403)
  })
})

describeV4('e-mails', { seed }, (api) => {
  const root = () => api.as('root')
  const jane = () => api.as('jane')

  it('are the secondary addresses', async () => {
    const second = { id: 1, email: 'second@jane.example', confirmed_at: expect.any(String) }
    expect((await jane().get('/user/emails')).body).toEqual([second])
    expect((await jane().get('/user/emails/1')).body).toEqual(second)
    expect((await root().get('/users/2/emails')).body).toEqual([second])
    expect((await api.as('bob').get('/user/emails/1')).body).toEqual({
      message: '404 Email Not Found',
    })
    expect((await jane().get('/users/2/emails')).status).toBe(403)
  })

  it('wait to be confirmed, unless an administrator says otherwise', async () => {
    const own = await jane().post('/user/emails', { email: 'Third@jane.example' })
    expect([own.status, own.body]).toEqual([
      201,
      { id: 2, email: 'third@jane.example', confirmed_at: null },
    ])
    const sure = await root().post('/users/2/emails', {
      email: 'fourth@jane.example',
      skip_confirmation: true,
    })
    expect(sure.body.confirmed_at).not.toBeNull()
    const taken = await root().post('/users/3/emails', { email: 'second@jane.example' })
    expect([taken.status, taken.body]).toEqual([
      400,
      { message: { email: ['has already been taken'] } },
    ])
  })

  it('are removed once', async () => {
    expect((await jane().delete('/user/emails/1')).status).toBe(204)
    expect((await root().delete('/users/2/emails/1')).body).toEqual({
      message: '404 Email Not Found',
    })
  })
})
