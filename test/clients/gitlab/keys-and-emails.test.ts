import { expect, it } from 'vitest'
import { describeRunning } from '../running-forge.ts'
import { anotherKey, clientsWorld, id, janesKey } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: SSH keys and e-mails', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')
  const jane = () => gitlabOf(running, 'jane')
  const keysOf = (userId: number) =>
    running.forge.db.keys.by('user_id', userId).map(({ title, key }) => ({ title, key }))

  it('lists the keys of a user and adds one', async () => {
    const keys = await dataOf(root().users.keys.all, id.jane)
    expect(keys).toMatchObject([{ title: 'Office', key: janesKey }])

    const added = await dataOf(root().users.keys.addKey, id.bob, 'Workbench', anotherKey)
    expect(added).toMatchObject({ title: 'Workbench', key: anotherKey })
    expect(keysOf(id.bob)).toEqual([{ title: 'Workbench', key: anotherKey }])
  })

  it('is refused a key that somebody has', async () => {
    expect(await handed(root().users.keys.addKey, id.bob, 'Mine too', janesKey)).toBe(true)
    const refused = await rawOf(root().post, `users/${id.bob}/keys`, {
      title: 'Mine too',
      key: janesKey,
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: { key: ['has already been taken'] } },
    })
    expect(keysOf(id.bob)).toEqual([])
  })

  it('keeps its own keys', async () => {
    const added = await rawOf(jane().post, 'user/keys', { title: 'Laptop', key: anotherKey })
    expect(added.status).toBe(201)
    const [office, laptop] = running.forge.db.keys.by('user_id', id.jane)
    const own = await rawOf(jane().get, 'user/keys', {})
    expect(own.body).toMatchObject([{ id: office?.id }, { id: laptop?.id, title: 'Laptop' }])
    const one = await rawOf(jane().get, `user/keys/${laptop?.id}`, {})
    expect(one.body).toMatchObject({ key: anotherKey })
    const withUser = await rawOf(root().get, `keys/${laptop?.id}`, {})
    expect(withUser.body).toMatchObject({ title: 'Laptop', user: { username: 'jane' } })

    expect(await rawOf(jane().delete, `user/keys/${laptop?.id}`)).toMatchObject({
      status: 200,
    })
    const gone = await rawOf(jane().delete, `user/keys/${laptop?.id}`)
    expect(gone.status).toBe(200)
    await rawOf(root().delete, `users/${id.jane}/keys/${office?.id}`)
    expect(keysOf(id.jane)).toEqual([])
  })

  it('keeps its own e-mail addresses', async () => {
    const added = await rawOf(jane().post, 'user/emails', { email: 'jane@boat.example' })
    expect(added).toMatchObject({ status: 201, body: { email: 'jane@boat.example' } })
    const [home, boat] = running.forge.db.emails.by('user_id', id.jane)
    const own = await rawOf(jane().get, 'user/emails', {})
    expect(own.body).toEqual([
      { id: home?.id, email: 'jane@home.example' },
      { id: boat?.id, email: 'jane@boat.example' },
    ])
    const one = await rawOf(jane().get, `user/emails/${boat?.id}`, {})
    expect(one.body).toEqual({ id: boat?.id, email: 'jane@boat.example' })
    await rawOf(jane().delete, `user/emails/${boat?.id}`)
    expect(running.forge.db.emails.by('user_id', id.jane)).toEqual([home])
  })

  it("keeps another user's e-mail addresses", async () => {
    await rawOf(root().post, `users/${id.bob}/emails`, { email: 'bob@boat.example' })
    const [boat] = running.forge.db.emails.by('user_id', id.bob)
    const list = await rawOf(root().get, `users/${id.bob}/emails`, {})
    expect(list.body).toEqual([{ id: boat?.id, email: 'bob@boat.example' }])
    await rawOf(root().delete, `users/${id.bob}/emails/${boat?.id}`)
    expect(running.forge.db.emails.by('user_id', id.bob)).toEqual([])
  })
})
