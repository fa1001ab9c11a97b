import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: groups', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')
  const membersOfAcme = () =>
    running.forge.db.members
      .by('source', `group:${id.acme}`)
      .map(({ user_id, access_level }) => [user_id, access_level])

  it('lists, searches and shows them', async () => {
    expect(await jane().groups.list({})).toMatchObject([{ path: 'acme' }, { path: 'tools' }])
    const others = await jane().groups.list({ 'skip_groups[]': [id.acme, 99] })
    expect(others).toMatchObject([{ path: 'tools' }])
    expect(await root().groups.list({ statistics: true, sort: 'desc' })).toMatchObject([
      { path: 'tools', statistics: { storage_size: 0 } },
      { path: 'acme', statistics: { storage_size: 0 } },
    ])
    expect(await jane().groups.list({ search: 'ACME' })).toMatchObject([{ name: 'Acme Works' }])
    const acme = await jane().groups.get({ id: 'acme' })
    expect(acme).toEqual(await jane().groups.get({ id: id.acme }))
    const ids = acme.projects.map((project: { id: number }) => project.id)
    expect(new Set(ids)).toEqual(new Set([id.website, id.api]))
  })

  it('creates, changes and removes one', async () => {
    const created = await jane().groups.create({
      name: 'Böats - Ships',
      path: 'boats',
      visibility_level: 20,
      lfs_enabled: false,
    })
    await jane().groups.update({ id: created.id, description: 'They float', path: 'ships' })
    expect(running.forge.db.namespaces.get(created.id)).toMatchObject({
      name: 'Böats - Ships',
      path: 'ships',
      visibility_level: 20,
      lfs_enabled: false,
      description: 'They float',
    })
    expect(await jane().request('get', '/groups/owned', {})).toHaveLength(3)
    expect(await jane().groups.remove({ id: 'ships' })).toMatchObject({ id: created.id })
    expect(await jane().groups.remove({ id: created.id })).toBe(null)
    expect(running.forge.db.namespaces.get(created.id)).toBeUndefined()
  })

  it('takes a project into one, by an administrator only', async () => {
    const transfer = { id: 'tools', project_id: id.website }
    await expect(jane().groups.transferProject({ ...transfer })).rejects.toMatchObject({
      statusCode: 403,
    })
    await root().groups.transferProject({ ...transfer })
    expect(running.forge.db.projects.get(id.website)?.namespace_id).toBe(id.tools)
    expect(await jane().request('get', '/groups/tools/projects', { simple: true })).toMatchObject([
      { path_with_namespace: 'tools/website' },
    ])
  })

  it('adds, shows, changes and removes members', async () => {
    const { groupMembers } = jane()
    const carol = { id: id.acme, user_id: id.carol }
    await groupMembers.create({ ...carol, access_level: 20, expires_at: '2017-03-01' })
    await groupMembers.update({ ...carol, access_level: 40, expires_at: '2017-04-01' })
    expect(await groupMembers.get({ ...carol })).toMatchObject({
      username: 'carol',
      access_level: 40,
      expires_at: '2017-04-01',
    })
    expect(await groupMembers.list({ id: 'acme', query: 'poe' })).toMatchObject([
      { username: 'carol' },
    ])
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 30],
      [id.carol, 40],
    ])
    expect(await groupMembers.remove({ ...carol })).toMatchObject({ username: 'carol' })
    expect(await groupMembers.remove({ ...carol })).toMatchObject({ id: id.carol })
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 30],
    ])
  })

  it('gets an error that says what cannot be done', async () => {
    const { groupMembers } = jane()
    const bob = { id: id.acme, user_id: id.bob }
    await expect(groupMembers.create({ ...bob, access_level: 20 })).rejects.toMatchObject({
      statusCode: 409,
    })
    await expect(groupMembers.update({ ...bob, access_level: 31 })).rejects.toMatchObject({
      statusCode: 400,
    })
    await expect(groupMembers.remove({ id: id.acme, user_id: id.jane })).rejects.toMatchObject({
      statusCode: 403,
    })
    expect(asked(running)).toEqual([
      'addGroupMember 409',
      'updateGroupMember 400',
      'removeGroupMember 403',
    ])
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 30],
    ])
  })
})
