import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { allOf, dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: groups', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')
  const jane = () => gitlabOf(running, 'jane')
  const membersOfAcme = () =>
    running.forge.db.members
      .by('source', `group:${id.acme}`)
      .map(({ user_id, access_level }) => [user_id, access_level])

  it('pages through its own', async () => {
    const groups = await allOf(jane().groups.all, { per_page: 1 })
    expect(groups.map(({ path }) => path)).toEqual(['acme', 'tools'])
    expect(asked(running)).toEqual(['listGroups 200', 'listGroups 200', 'listGroups 200'])
  })

  it('leaves some out, sorts and searches', async () => {
    const others = await allOf(jane().groups.all, { 'skip_groups[]': [id.acme] })
    expect(others.map(({ path }) => path)).toEqual(['tools'])
    const backwards = await allOf(jane().groups.all, { order_by: 'path', sort: 'desc' })
    expect(backwards.map(({ path }) => path)).toEqual(['tools', 'acme'])
    const found = await dataOf(jane().groups.search, 'works')
    expect(found.map(({ name }) => name)).toEqual(['Acme Works'])
  })

  it('shows one with its projects', async () => {
    const acme = await dataOf(jane().groups.show, id.acme)
    expect(acme).toMatchObject({ path: 'acme', name: 'Acme Works', visibility_level: 10 })
    const projects = await dataOf(jane().groups.listProjects, id.acme)
    expect(new Set(projects.map((project) => project.id))).toEqual(new Set([id.website, id.api]))
  })

  it('creates, changes and removes one', async () => {
    const created = await dataOf(jane().groups.create, {
      name: 'Boats',
      path: 'boats',
      visibility_level: 20,
    })
    const group = `groups/${created.id}`
    const changed = await rawOf(jane().put, group, { description: 'They float' })
    expect(changed).toMatchObject({ status: 200, body: { description: 'They float' } })
    expect(running.forge.db.namespaces.get(created.id)).toMatchObject({
      kind: 'group',
      path: 'boats',
      visibility_level: 20,
      description: 'They float',
    })
    const owned = await rawOf(jane().get, 'groups/owned', {})
    expect(owned.body).toMatchObject([{ path: 'acme' }, { path: 'tools' }, { path: 'boats' }])

    expect(await handed(jane().groups.deleteGroup, created.id)).toBe(true)
    expect(running.forge.db.namespaces.get(created.id)).toBeUndefined()
  })

  it('takes a project into one, by an administrator only', async () => {
    expect(await handed(jane().groups.addProject, id.tools, id.website)).toBe(true)
    expect(running.forge.db.projects.get(id.website)?.namespace_id).toBe(id.acme)

    await dataOf(root().groups.addProject, id.tools, id.website)
    expect(running.forge.db.projects.get(id.website)?.namespace_id).toBe(id.tools)
    expect(asked(running)).toEqual(['transferProjectToGroup 403', 'transferProjectToGroup 201'])
    const moved = await rawOf(jane().get, 'groups/tools/projects', {})
    expect(moved.body).toMatchObject([{ path_with_namespace: 'tools/website' }])
  })

  it('adds, changes and removes members', async () => {
    const members = await dataOf(jane().groups.listMembers, id.acme)
    expect(members).toMatchObject([
      { username: 'jane', access_level: 50 },
      { username: 'bob', access_level: 30 },
    ])

    await dataOf(jane().groups.addMember, id.acme, id.carol, 20)
    await dataOf(jane().groups.editMember, id.acme, id.bob, 40)
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 40],
      [id.carol, 20],
    ])
    const carol = await rawOf(jane().get, `groups/acme/members/${id.carol}`, {})
    expect(carol.body).toMatchObject({ username: 'carol', access_level: 20 })

    expect(await handed(jane().groups.removeMember, id.acme, id.carol)).toBe(true)
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 40],
    ])
  })

  it('gets an error that says what only an owner may do', async () => {
    const bob = gitlabOf(running, 'bob')
    expect(await handed(bob.groups.addMember, id.acme, id.carol, 20)).toBe(true)
    expect(await handed(bob.groups.editMember, id.acme, id.bob, 50)).toBe(null)
    expect(await handed(bob.groups.removeMember, id.acme, id.jane)).toBe(false)
    expect(await handed(bob.groups.deleteGroup, id.acme)).toBe(false)
    expect(asked(running)).toEqual([
      'addGroupMember 403',
      'updateGroupMember 403',
      'removeGroupMember 403',
      'deleteGroup 403',
    ])
    expect(membersOfAcme()).toEqual([
      [id.jane, 50],
      [id.bob, 30],
    ])
  })
})
