import client from 'node-gitlab'
import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { anonymousNodeGitlab, nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: credentials and sudo', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')

  it('reads what is public without a token', async () => {
    const nobody = anonymousNodeGitlab(running)
    expect(await nobody.projects.get({ id: id.blog })).toMatchObject({ name: 'Blog' })
    expect(await nobody.projects.listEvents({ id: id.blog })).toHaveLength(1)
    await expect(nobody.projects.get({ id: id.website })).rejects.toMatchObject({ statusCode: 404 })
    await expect(nobody.users.list()).rejects.toMatchObject({
      statusCode: 401,
      message: '401 Unauthorized',
    })
  })

  it('signs in by an OAuth token beside its empty private one', async () => {
    const nobody = anonymousNodeGitlab(running)
    expect(
      await nobody.request('get', '/user', { access_token: 'jane-oauth-token' }),
    ).toMatchObject({ username: 'jane' })
  })

  it('is refused with a wrong token, and leaves none in the journal', async () => {
    const guessing = client.createPromise({ api: `${running.url}/api/v3`, privateToken: 'guessed' })
    await expect(guessing.projects.get({ id: id.blog })).rejects.toMatchObject({ statusCode: 401 })
    await jane().groups.create({ name: 'Boats', path: 'boats' })
    expect(asked(running)).toEqual(['getProject 401', 'createGroup 201'])
    expect(JSON.stringify(running.forge.requests)).not.toMatch(/guessed|jane-token/)
  })

  it('acts as another user, in the query and in a form', async () => {
    expect(await root().request('get', '/user', { sudo: id.jane })).toMatchObject({
      private_token: 'jane-token',
    })
    const created = await root().projects.create({ name: 'logbook', sudo: 'bob' })
    expect(running.forge.db.projects.get(created.id)?.creator_id).toBe(id.bob)
    await root().request('delete', `/groups/${id.acme}/members/${id.bob}`, { sudo: 'bob' })
    expect(running.forge.db.members.by('user_id', id.bob)).toMatchObject([
      { source_type: 'project', source_id: created.id },
    ])
  })

  it('gets an error that says why it may not act as another', async () => {
    await expect(jane().request('get', '/user', { sudo: 'root' })).rejects.toMatchObject({
      statusCode: 403,
      message: '403 Forbidden - Must be admin to use sudo',
    })
    await expect(
      root().request('delete', `/users/${id.bob}`, { sudo: 'nobody' }),
    ).rejects.toMatchObject({
      statusCode: 404,
      message: '404 Not Found: No user id or username for: nobody',
    })
    expect(running.forge.db.users.get(id.bob)).toBeDefined()
  })

  it('gets an error that says that a path is not of the API', async () => {
    await expect(jane().request('get', '/project', { path: 'jane/blog' })).rejects.toMatchObject({
      statusCode: 404,
      data: { resBody: { error: '404 Not Found' } },
    })
  })
})
