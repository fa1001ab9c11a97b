import client from 'node-gitlab'
import { expect, it } from 'vitest'
import { asked, describeRunning, tokenOf } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: users', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')

  it('lists them, a page at a time', async () => {
    const first = await root().users.list({ page: 1, per_page: 3 })
    const second = await root().users.list({ page: 2, per_page: 3 })
    const third = await root().users.list({ page: 3, per_page: 3 })
    const usernames = [first, second, third].map((page) => page.map(({ username }) => username))
    expect(usernames).toEqual([['dave', 'carol', 'bob'], ['jane', 'root'], []])
  })

  it('filters, searches and shows them', async () => {
    expect(await root().users.list({ blocked: true })).toMatchObject([{ username: 'dave' }])
    expect(await root().users.list({ search: 'Roe' })).toMatchObject([{ username: 'bob' }])
    expect(await jane().users.list({ username: 'CAROL' })).toMatchObject([{ id: id.carol }])
    expect(await root().users.get({ user_id: id.jane })).toMatchObject({
      username: 'jane',
      email: 'jane@acme.example',
    })
    expect(await jane().request('get', '/user', {})).toMatchObject({ id: id.jane })
  })

  it('creates one, who signs in', async () => {
    const created = await root().users.create({
      email: 'erin@acme.example',
      password: 'correct horse & carriage',
      username: 'erin',
      name: 'Érin Möe',
      admin: true,
      projects_limit: 3,
      bio: 'A=1&B=2 + 100%',
    })
    expect(running.forge.db.users.get(created.id)).toMatchObject({
      name: 'Érin Möe',
      is_admin: true,
      projects_limit: 3,
      password: 'correct horse & carriage',
      bio: 'A=1&B=2 + 100%',
    })
    const erin = client.createPromise({
      api: `${running.url}/api/v3`,
      privateToken: tokenOf(running, created.id),
    })
    expect(await erin.request('get', '/user', {})).toMatchObject({ username: 'erin' })
  })

  it('gets an error that says what is wrong', async () => {
    const erin = { password: 'x'.repeat(8), username: 'erin', name: 'Erin' }
    await expect(root().users.create({ ...erin })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('email'),
    })
    const taken = { ...erin, email: 'jane@acme.example' }
    await expect(root().users.create({ ...taken })).rejects.toMatchObject({ statusCode: 409 })
    await expect(
      root().users.update({ user_id: id.bob, email: 'jane@acme.example' }),
    ).rejects.toMatchObject({ statusCode: 404 })
    await expect(jane().users.create({ ...taken })).rejects.toMatchObject({ statusCode: 403 })
    expect(running.forge.db.users.all()).toHaveLength(5)
  })

  it('changes and removes one, twice', async () => {
    await root().users.update({ user_id: id.bob, name: 'Bob Coe', twitter: '', external: true })
    expect(running.forge.db.users.get(id.bob)).toMatchObject({
      name: 'Bob Coe',
      twitter: '',
      is_external: true,
    })
    expect(await root().users.remove({ user_id: id.bob })).toMatchObject({ username: 'bob' })
    expect(await root().users.remove({ user_id: id.bob })).toBe(null)
    expect(running.forge.db.users.get(id.bob)).toBeUndefined()
    expect(asked(running)).toEqual(['updateUser 200', 'deleteUser 200', 'deleteUser 200'])
  })

  it('blocks and unblocks one', async () => {
    const carol = nodeGitlabOf(running, 'carol')
    expect(await root().request('put', `/users/${id.carol}/block`, {})).toBe(true)
    await expect(carol.request('get', '/user', {})).rejects.toMatchObject({ statusCode: 401 })
    expect(await root().request('put', `/users/${id.carol}/unblock`, {})).toBe(true)
    expect(await carol.request('get', '/user', {})).toMatchObject({ username: 'carol' })
  })

  it('lists what one did', async () => {
    expect(await jane().request('get', '/users/:id/events', { id: id.jane })).toMatchObject([
      { action_name: 'created', project_id: id.blog },
      { action_name: 'created', project_id: id.website },
    ])
  })
})
