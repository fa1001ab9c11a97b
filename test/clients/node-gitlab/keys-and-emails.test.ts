import { expect, it } from 'vitest'
import { describeRunning } from '../running-forge.ts'
import { anotherKey, clientsWorld, id, janesKey } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: SSH keys and e-mails', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')
  const keysOf = (userId: number) => running.forge.db.keys.by('user_id', userId)
  const emailsOf = (userId: number) => running.forge.db.emails.by('user_id', userId)

  it('keeps its own keys, whose plus signs and slashes survive a form', async () => {
    await jane().request('post', '/user/keys', { title: 'Boat', key: anotherKey })
    const [office, boat] = keysOf(id.jane)
    expect(boat).toMatchObject({ title: 'Boat', key: anotherKey })
    expect(await jane().request('get', '/user/keys', {})).toMatchObject([
      { id: office?.id, key: janesKey },
      { id: boat?.id, key: anotherKey },
    ])
    const named = { key_id: boat?.id }
    expect(await jane().request('get', '/user/keys/:key_id', { ...named })).toMatchObject({
      title: 'Boat',
    })
    expect(await root().request('get', `/keys/${boat?.id}`, {})).toMatchObject({
      user: { username: 'jane' },
    })
    expect(await jane().request('delete', '/user/keys/:key_id', { ...named })).toMatchObject({
      title: 'Boat',
    })
    expect(await jane().request('delete', '/user/keys/:key_id', { ...named })).toBe(null)
    expect(keysOf(id.jane)).toEqual([office])
  })

  it("keeps another user's keys", async () => {
    const key = { title: 'Workbench', key: anotherKey }
    expect(await root().request('post', `/users/${id.bob}/keys`, { ...key })).toMatchObject(key)
    await expect(
      root().request('post', `/users/${id.jane}/keys`, { ...key }),
    ).rejects.toMatchObject({
      statusCode: 400,
      data: { resBody: { message: { key: ['has already been taken'] } } },
    })
    expect(await root().request('get', `/users/${id.bob}/keys`, {})).toMatchObject([key])
    await root().request('delete', `/users/${id.bob}/keys/${keysOf(id.bob)[0]?.id}`, {})
    expect(keysOf(id.bob)).toEqual([])
  })

  it('keeps its own e-mail addresses', async () => {
    await jane().request('post', '/user/emails', { email: 'jane+boat@acme.example' })
    const [home, boat] = emailsOf(id.jane)
    expect(await jane().request('get', '/user/emails', {})).toEqual([
      { id: home?.id, email: 'jane@home.example' },
      { id: boat?.id, email: 'jane+boat@acme.example' },
    ])
    expect(await jane().request('get', `/user/emails/${boat?.id}`, {})).toMatchObject({
      email: 'jane+boat@acme.example',
    })
    await jane().request('delete', `/user/emails/${home?.id}`, {})
    expect(emailsOf(id.jane)).toEqual([boat])
  })

  it("keeps another user's e-mail addresses", async () => {
    await root().request('post', `/users/${id.bob}/emails`, { email: 'bob@boat.example' })
    const [boat] = emailsOf(id.bob)
    expect(await root().request('get', `/users/${id.bob}/emails`, {})).toEqual([
      { id: boat?.id, email: 'bob@boat.example' },
    ])
    await root().request('delete', `/users/${id.bob}/emails/${boat?.id}`, {})
    expect(emailsOf(id.bob)).toEqual([])
  })
})
