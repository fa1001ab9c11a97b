import { expect, it } from 'vitest'
import { describeTransports } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

const log: string[] = []

describeTransports('concurrency', { seed, log: (line) => log.push(line) }, (api) => {
  const create = (username: string, email = `${username}@x.example`) =>
    api.as('root').post('/users', { username, email, name: username, password: 'correct horse' })
  const hundred = Array.from({ length: 100 }, (_, index) => index)

  it('gives a hundred creations at a time ids of their own', async () => {
    const replies = await Promise.all(hundred.map((index) => create(`user${index}`)))
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    const ids = replies.map(({ body }) => body.id as number).sort((a, b) => a - b)
    expect(ids).toEqual(hundred.map((index) => index + 3))
    expect(api.forge.db.users.count()).toBe(102)
    expect(api.forge.db.namespaces.count()).toBe(102)
    const tokens = api.forge.db.credentials.all().map(({ token }) => token)
    expect(new Set(tokens).size).toBe(102)
  })

  it('lets one of a hundred have what only one can have', async () => {
    const replies = await Promise.all(hundred.map((index) => create('same', `e${index}@x.example`)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(api.forge.db.users.by('username', 'same')).toHaveLength(1)
    const emails = await Promise.all(
      hundred.map(() => api.as('jane').post('/user/emails', { email: 'one@x.example' })),
    )
    expect(emails.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(api.forge.db.emails.count()).toBe(1)
  })

  it('loses no change to a record among changes to its other fields', async () => {
    const fields = ['bio', 'location', 'skype', 'linkedin', 'twitter', 'organization']
    await Promise.all(fields.map((name) => api.as('root').put('/users/2', { [name]: name })))
    const { body } = await api.as('root').get('/users/2')
    for (const name of fields) expect(body[name]).toBe(name)
  })

  it('leaves nothing of a write that fails, whatever is written beside it', async () => {
    const { namespaces } = api.forge.db
    const isOver = new AbortController()
    namespaces.hooks.on(
      'create',
      ({ data }) => {
        if (data.record.path.startsWith('broken')) throw new Error('the disk is full')
      },
      { signal: isOver.signal },
    )
    const replies = await Promise.all(
      hundred.map((index) => create(index % 2 === 0 ? `fine${index}` : `broken${index}`)),
    )
    isOver.abort()
    expect(log.splice(0).filter((line) => line.includes('the disk is full'))).toHaveLength(50)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(replies.filter(({ status }) => status === 500)).toHaveLength(50)
    const names = api.forge.db.users.all().map(({ username }) => username)
    expect(names.filter((name) => name.startsWith('broken'))).toEqual([])
    expect(names).toHaveLength(52)
    expect(api.forge.db.credentials.count()).toBe(52)
    expect(api.forge.db.users.by('username', 'broken1')).toEqual([])
  })

  it('answers what is asked while another body is still on its way', async () => {
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"email":'))
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"slow@x.example"}'))
          controller.close()
        }
      },
    })
    const slow = api.request('/api/v3/user/emails', {
      method: 'POST',
      headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
    const other = await api.as('jane').post('/user/emails', { email: 'fast@x.example' })
    expect(other.body.id).toBe(1)
    finish()
    expect((await slow).body).toEqual({ id: 2, email: 'slow@x.example' })
  })
})
