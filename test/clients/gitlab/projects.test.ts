import { expect, it } from 'vitest'
import { receiveHooks } from '../hook-receiver.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { allOf, dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: projects', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')
  const jane = () => gitlabOf(running, 'jane')
  const carol = () => gitlabOf(running, 'carol')
  const idsOf = (projects: readonly { id: number }[]) => projects.map((project) => project.id)

  it('pages through its own and, as an administrator, through all', async () => {
    const own = await allOf(carol().projects.all, {})
    expect(idsOf(own)).toEqual([id.website])
    const all = await allOf(root().projects.allAdmin, { per_page: 2 })
    expect(idsOf(all)).toEqual([id.blog, id.api, id.website])
    expect(asked(running)).toEqual([
      'listProjects 200',
      'listAllProjects 200',
      'listAllProjects 200',
    ])
  })

  it('filters and sorts', async () => {
    const sorted = await allOf(jane().projects.all, {
      order_by: 'name',
      sort: 'asc',
      archived: false,
    })
    expect(idsOf(sorted)).toEqual([id.api, id.blog, id.website])
    const found = await allOf(jane().projects.all, { search: 'back' })
    expect(idsOf(found)).toEqual([id.api])
    const open = await allOf(jane().projects.all, { visibility: 'public' })
    expect(idsOf(open)).toEqual([id.blog])
  })

  it('lists what it sees, owns and starred', async () => {
    const list = async (which: string) =>
      (await rawOf(jane().get, `projects/${which}`, { simple: true })).body
    expect(await list('visible')).toMatchObject([
      { id: id.blog },
      { id: id.api },
      { id: id.website },
    ])
    expect(await list('owned')).toMatchObject([{ id: id.blog }, { id: id.api }, { id: id.website }])
    expect(await list('starred')).toMatchObject([{ id: id.blog }])
  })

  it('shows one by its id and by its path', async () => {
    const byId = await dataOf(jane().projects.show, id.website)
    expect(byId).toMatchObject({ path_with_namespace: 'acme/website', public: false })
    expect(await dataOf(jane().projects.show, 'acme/website')).toEqual(byId)
    expect(await handed(jane().projects.show, 'acme/nothing')).toBe(null)
  })

  it('creates one in a group', async () => {
    const created = await dataOf(jane().projects.create, {
      name: 'Harbour map',
      namespace_id: id.acme,
      visibility_level: 10,
      wiki_enabled: false,
    })
    expect(created).toMatchObject({ path_with_namespace: 'acme/harbour-map' })
    expect(running.forge.db.projects.get(created.id)).toMatchObject({
      namespace_id: id.acme,
      creator_id: id.jane,
      visibility_level: 10,
      wiki_enabled: false,
      issues_enabled: true,
    })
    const seen = await dataOf(carol().projects.show, 'acme/harbour-map')
    expect(seen.id).toBe(created.id)
  })

  it('creates one for another user', async () => {
    const created = await dataOf(root().projects.create_for_user, {
      user_id: id.bob,
      name: 'notes',
    })
    expect(created).toMatchObject({ path_with_namespace: 'bob/notes' })
    expect(running.forge.db.projects.get(created.id)?.creator_id).toBe(id.bob)
  })

  it('adds, shows, changes and removes members', async () => {
    const { members } = jane().projects
    await dataOf(members.add, 'acme/website', id.bob, 30)
    const listed = await dataOf(members.list, id.website)
    expect(listed).toMatchObject([
      { username: 'carol', access_level: 20 },
      { username: 'bob', access_level: 30 },
    ])
    await dataOf(members.update, 'acme/website', id.bob, 40)
    const bob = await dataOf(members.show, id.website, id.bob)
    expect(bob).toMatchObject({ id: id.bob, access_level: 40 })
    expect(await handed(members.remove, id.website, id.carol)).toBe(true)
    expect(await handed(carol().projects.show, id.website)).toBe(null)
  })

  it('adds and changes members by the older methods, with an end', async () => {
    const { projects } = jane()
    const terms = { id: id.website, user_id: id.bob, access_level: 20, expires_at: '2017-02-01' }
    await dataOf(projects.addMember, terms)
    await dataOf(projects.editMember, { ...terms, access_level: 30 })
    const listed = await dataOf(projects.listMembers, { id: id.website })
    expect(listed).toMatchObject([{ username: 'carol' }, { username: 'bob', access_level: 30 }])
    expect(running.forge.db.members.by('source', `project:${id.website}`).at(-1)?.expires_at).toBe(
      '2017-02-01',
    )
  })

  it('lists the users and the events of one', async () => {
    const project = `projects/${encodeURIComponent('acme/website')}`
    await dataOf(jane().projects.members.add, id.website, id.bob, 30)
    const users = await rawOf(carol().get, `${project}/users`, { search: 'bob' })
    expect(users.body).toMatchObject([{ username: 'bob' }])
    const events = await rawOf(carol().get, `${project}/events`, { per_page: 2 })
    expect(events.body).toMatchObject([
      { action_name: 'joined', author_username: 'bob' },
      { action_name: 'joined', author_username: 'carol' },
    ])
    expect(events.headers).toMatchObject({ 'x-total': '3', 'x-next-page': '2' })
  })

  it('changes and removes one', async () => {
    const website = await dataOf(jane().projects.edit, 'acme/website', {
      name: 'Site',
      description: 'Ours',
    })
    expect(website).toMatchObject({ id: id.website, name: 'Site', description: 'Ours' })
    expect(running.forge.db.projects.get(id.website)?.name).toBe('Site')
    expect(await handed(carol().projects.edit, id.website, { name: 'x' })).toBe(null)
    expect(await handed(jane().projects.remove, id.website)).toBe(true)
    expect(await handed(jane().projects.show, id.website)).toBe(null)
    expect(asked(running)).toEqual([
      'updateProject 200',
      'updateProject 403',
      'deleteProject 200',
      'getProject 404',
    ])
  })

  it('archives and stars one', async () => {
    const post = (path: string) => rawOf(jane().post, `projects/${id.website}/${path}`, {})
    expect(await post('archive')).toMatchObject({ status: 201, body: { archived: true } })
    expect(await post('unarchive')).toMatchObject({ status: 201, body: { archived: false } })
    expect(await post('star')).toMatchObject({ status: 201, body: { star_count: 1 } })
    expect((await post('star')).status).toBe(304)
    const unstarred = await rawOf(jane().delete, `projects/${id.website}/star`)
    expect(unstarred).toMatchObject({ status: 200, body: { star_count: 0 } })
  })

  it('forks one, shares one and finds them by their names', async () => {
    const bob = gitlabOf(running, 'bob')
    const fork = await dataOf(bob.projects.fork, { id: id.blog })
    expect(fork).toMatchObject({
      path_with_namespace: 'bob/blog',
      forked_from_project: { id: id.blog },
    })
    await dataOf(jane().projects.share, {
      projectId: id.website,
      group_id: id.tools,
      group_access: 30,
    })
    const shared = await dataOf(jane().projects.show, id.website)
    expect(shared.shared_with_groups).toMatchObject([
      { group_id: id.tools, group_access_level: 30 },
    ])
    const found = await dataOf(bob.projects.search, 'blog', { order_by: 'id', sort: 'asc' })
    expect(idsOf(found)).toEqual([id.blog, fork.id])
  })

  it('makes, shows and removes triggers', async () => {
    const { projects } = jane()
    const made = await dataOf(projects.createTrigger, { projectId: 'acme/website' })
    expect(await dataOf(projects.listTriggers, id.website)).toEqual([made])
    expect(await dataOf(projects.showTrigger, id.website, made.token)).toEqual(made)
    expect(await handed(projects.removeTrigger, id.website, made.token)).toBe(true)
    expect(await handed(projects.showTrigger, id.website, made.token)).toBe(null)
  })

  it('adds, shows and removes hooks, which are notified', async () => {
    const receiver = await receiveHooks()
    try {
      const { hooks } = jane().projects
      const added = await dataOf(hooks.add, id.website, receiver.url)
      expect(await dataOf(hooks.show, 'acme/website', added.id)).toEqual(added)
      await dataOf(hooks.add, id.website, { url: `${receiver.url}/pushes`, issues_events: true })
      const listed = await dataOf(hooks.list, id.website)
      expect(listed.map(({ issues_events }) => issues_events)).toEqual([false, true])
      await dataOf(jane().issues.create, id.website, { title: 'A leak' })
      await running.forge.settled()
      expect(receiver.received).toMatchObject([
        { json: { object_kind: 'issue', object_attributes: { title: 'A leak' } } },
      ])
      expect(await handed(hooks.remove, id.website, added.id)).toBe(true)
      expect(await handed(hooks.show, id.website, added.id)).toBe(null)
      expect(await handed(carol().projects.hooks.list, id.website)).toBe(null)
    } finally {
      await receiver.close()
    }
  })
})
