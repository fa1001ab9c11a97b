import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { sshKeyText } from './ssh-key-text.ts'

const blob = 'AAAAC3NzaC1lZDI1NTE5AAAAIHvKaCiDNMJc26TcAwsaWyCykiqJG7QLXk8Jbr9UoUFg'
const other = 'AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEvm3'
const since = '2016-10-01T08:00:00.000Z'
const key = (title: string, body: string) => ({
  title,
  key: `ssh-ed25519 ${body} ${title}`,
  created_at: since,
})
const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', keys: [key('laptop', blob)] },
    { username: 'bob', keys: [key('desk', other)] },
  ],
}
const fresh = sshKeyText(7, 'new@place')
const laptop = { id: 1, ...key('laptop', blob) }
const desk = { id: 2, ...key('desk', other) }

/** `schemas/v3/paths/ssh-keys.yaml`. */
describeForge('SSH keys', { seed }, (api) => {
  const root = api.as('root')
  const jane = api.as('jane')

  it('lists the own ones', async () => {
    const { status, body, headers } = await jane.get('/user/keys')
    expect([status, body]).toEqual([200, [laptop]])
    expect(headers.get('x-total')).toBe('1')
    expect((await api.anonymous.get('/user/keys')).status).toBe(401)
  })

  it("lists a user's for administrators only", async () => {
    expect((await root.get('/users/3/keys')).body).toEqual([desk])
    expect((await jane.get('/users/3/keys')).status).toBe(403)
    expect((await root.get('/users/99/keys')).status).toBe(404)
  })

  it('finds an own one by id, and nobody else’s', async () => {
    expect((await jane.get('/user/keys/1')).body).toEqual(laptop)
    const foreign = await jane.get('/user/keys/2')
    expect([foreign.status, foreign.body]).toEqual([404, { message: '404 Key Not Found' }])
    expect((await jane.get('/user/keys/99')).status).toBe(404)
  })

  it('finds one with its user, for administrators only', async () => {
    const { status, body } = await root.get('/keys/1')
    expect(status).toBe(200)
    expect(body).toEqual({ ...laptop, user: (await root.get('/users/2')).body })
    expect(body.user.email).toBe('jane@example.com')
    expect((await root.get('/keys/99')).status).toBe(404)
    expect((await jane.get('/keys/1')).status).toBe(403)
  })

  it('adds one, and answers 201', async () => {
    const { status, body } = await jane.post('/user/keys', { title: 'new', key: ` ${fresh}\n` })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 3,
      title: 'new',
      key: fresh,
      created_at: '2017-01-15T12:00:00.000Z',
    })
    expect((await jane.get('/user/keys')).body).toHaveLength(2)
  })

  it("adds one to a user's, for administrators only", async () => {
    const { status, body } = await root.post('/users/2/keys', { title: 'new', key: fresh })
    expect([status, body.id]).toEqual([201, 3])
    expect((await jane.get('/user/keys')).body).toHaveLength(2)
    expect((await jane.post('/users/2/keys', { title: 'new', key: fresh })).status).toBe(403)
    expect((await root.post('/users/99/keys', { title: 'new', key: fresh })).status).toBe(404)
  })

  it.each(['title', 'key'])('names a missing %s', async (name) => {
    const { [name]: _, ...others } = { title: 'new', key: fresh } as Record<string, string>
    const { status, body } = await jane.post('/user/keys', others)
    expect([status, body]).toEqual([400, { message: `400 (Bad request) "${name}" not given` }])
  })

  it.each<[string, string]>([
    ['a key of another', `ssh-ed25519 ${other} mine`],
    ['a key of oneself', laptop.key],
    ['a key with another comment and more space', `ssh-ed25519   ${other}`],
  ])('refuses one that is taken: %s', async (_, text) => {
    const { status, body } = await jane.post('/user/keys', { title: 'new', key: text })
    expect([status, body]).toEqual([400, { message: { key: ['has already been taken'] } }])
  })

  const noFingerprint = { fingerprint: ['cannot be generated'] }

  it.each([
    ['nonsense', { key: ['is invalid'], ...noFingerprint }],
    ['ssh-rsa', noFingerprint],
    ['', { key: ["can't be blank", 'is invalid'], ...noFingerprint }],
    ['-----BEGIN RSA PRIVATE KEY-----', { key: ['is invalid'], ...noFingerprint }],
    ['ssh-rsa !!!', noFingerprint],
    ['ssh-nonsense AAAA', noFingerprint],
    ['ssh-rsa AAAA', noFingerprint],
    [`ssh-rsa ${blob.slice(0, 40)}`, noFingerprint],
    [fresh.replace('ssh-ed25519', 'ssh-rsa'), noFingerprint],
    [fresh.slice(0, -20), noFingerprint],
    [`${fresh}\n${fresh}`, { key: ['should be a single line'], ...noFingerprint }],
  ])('refuses what is no public key: %j', async (text, message) => {
    const { status, body } = await jane.post('/user/keys', { title: 'new', key: text })
    expect([status, body]).toEqual([400, { message }])
    expect(api.forge.db.keys.count()).toBe(2)
  })

  it.each([
    ['ssh-rsa', 'AAAAB3NzaC1yc2EAAAADAQABAAAABAECAwQ='],
    ['ecdsa-sha2-nistp256', 'AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAAACBAU='],
  ])('takes a key of the type %s', async (type, body) => {
    const reply = await jane.post('/user/keys', { title: 'new', key: `${type} ${body} me` })
    expect(reply.status).toBe(201)
  })

  it('refuses a title of more than 255 characters, and a key of more than 5000', async () => {
    const long = await jane.post('/user/keys', { title: 'x'.repeat(256), key: fresh })
    const tooLong = { title: ['is too long (maximum is 255 characters)'] }
    expect([long.status, long.body]).toEqual([400, { message: tooLong }])
    expect((await jane.post('/user/keys', { title: 'x'.repeat(255), key: fresh })).status).toBe(201)
    const { body } = await jane.post('/user/keys', {
      title: 'new',
      key: sshKeyText(8, 'x'.repeat(5000)),
    })
    expect(body).toEqual({ message: { key: ['is too long (maximum is 5000 characters)'] } })
  })

  it('refuses a blank title, together with the key', async () => {
    const { body } = await jane.post('/user/keys', { title: ' ', key: 'x' })
    expect(body).toEqual({
      message: { title: ["can't be blank"], key: ['is invalid'], ...noFingerprint },
    })
  })

  it('removes an own one, and answers 200 when it is already absent', async () => {
    expect((await jane.delete('/user/keys/1')).body).toEqual(laptop)
    const again = await jane.delete('/user/keys/1')
    expect([again.status, again.body]).toEqual([200, null])
    expect((await jane.get('/user/keys')).body).toEqual([])
  })

  it('does not remove the key of another', async () => {
    expect((await jane.delete('/user/keys/2')).status).toBe(200)
    expect(api.forge.db.keys.count()).toBe(2)
  })

  it("removes a user's; 404 for an unknown user or key", async () => {
    expect((await root.delete('/users/2/keys/2')).status).toBe(404)
    expect((await root.delete('/users/99/keys/1')).status).toBe(404)
    const removed = await root.delete('/users/2/keys/1')
    expect([removed.status, removed.body]).toEqual([200, laptop])
    expect((await root.delete('/users/2/keys/1')).status).toBe(404)
    expect((await jane.delete('/users/3/keys/2')).status).toBe(403)
  })

  it('may be added again once it was removed', async () => {
    await jane.delete('/user/keys/1')
    expect((await api.as('bob').post('/user/keys', { title: 'x', key: laptop.key })).status).toBe(
      201,
    )
  })
})
