import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'

const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', emails: ['jane@work.example'] },
    { username: 'bob', emails: ['bob@work.example'] },
  ],
}

describeForge('e-mails', { seed }, (api) => {
  it('lists the own addresses without the primary one', async () => {
    const { status, body } = await api.as('jane').get('/user/emails')
    expect(status).toBe(200)
    expect(body).toEqual([{ id: 1, email: 'jane@work.example' }])
  })

  it("lists a user's for administrators only", async () => {
    expect((await api.as('root').get('/users/3/emails')).body).toEqual([
      { id: 2, email: 'bob@work.example' },
    ])
    expect((await api.as('jane').get('/users/3/emails')).status).toBe(403)
    expect((await api.as('root').get('/users/99/emails')).status).toBe(404)
  })

  it('finds an own address by id, and nobody else’s', async () => {
    expect((await api.as('jane').get('/user/emails/1')).body.email).toBe('jane@work.example')
    expect((await api.as('jane').get('/user/emails/2')).status).toBe(404)
  })

  it('adds an address and answers 201', async () => {
    const created = await api.as('jane').post('/user/emails', { email: 'jane@home.example' })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({ id: 3, email: 'jane@home.example' })
    expect((await api.as('jane').get('/user/emails')).body).toHaveLength(2)
  })

  it('names a missing address in the message', async () => {
    const { status, body } = await api.as('jane').post('/user/emails')
    expect(status).toBe(400)
    expect(body.message).toContain('"email"')
  })

  it.each([
    ['another secondary one', 'bob@work.example'],
    ['a primary one, whatever its case', 'BOB@example.com'],
    ['the own primary one', 'jane@example.com'],
  ])('refuses an address that is taken: %s', async (_, email) => {
    const { status, body } = await api.as('jane').post('/user/emails', { email })
    expect(status).toBe(400)
    expect(body).toEqual({ message: { email: ['has already been taken'] } })
  })

  it('refuses what is no address', async () => {
    const { body } = await api.as('jane').post('/user/emails', { email: 'nobody' })
    expect(body).toEqual({ message: { email: ['is invalid'] } })
  })

  it('removes an own address, and answers 200 when it is already absent', async () => {
    expect((await api.as('jane').delete('/user/emails/1')).body).toEqual({
      id: 1,
      email: 'jane@work.example',
    })
    const again = await api.as('jane').delete('/user/emails/1')
    expect([again.status, again.body]).toEqual([200, null])
  })

  it('does not remove the address of another', async () => {
    await api.as('jane').delete('/user/emails/2')
    expect((await api.as('bob').get('/user/emails')).body).toHaveLength(1)
  })

  it("lets an administrator add and remove a user's; 404 for an unknown user or address", async () => {
    const root = api.as('root')
    expect((await root.post('/users/3/emails', { email: 'bob@home.example' })).status).toBe(201)
    expect((await root.delete('/users/3/emails/3')).status).toBe(200)
    expect((await root.delete('/users/3/emails/3')).status).toBe(404)
    expect((await root.delete('/users/99/emails/2')).status).toBe(404)
    expect((await root.delete('/users/2/emails/2')).status).toBe(404)
  })
})
