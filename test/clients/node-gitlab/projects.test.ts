import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { calledOf, callingNodeGitlabOf, nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')

describeRunning('node-gitlab: projects', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')
  const carol = () => nodeGitlabOf(running, 'carol')

  it('lists, filters and sorts them', async () => {
    expect(await carol().projects.list()).toMatchObject([{ id: id.website }])
    const sorted = await jane().projects.list({ order_by: 'name', sort: 'asc', archived: false })
    expect(sorted.map((project) => project.id)).toEqual([id.api, id.blog, id.website])
    expect(await jane().projects.list({ search: 'back', simple: true })).toMatchObject([
      { id: id.api },
    ])
  })

  it('lists what it sees, owns and starred, and as an administrator all', async () => {
    const list = (which: string) => jane().request('get', `/projects/${which}`, { per_page: 2 })
    expect(await list('visible')).toMatchObject([{ id: id.blog }, { id: id.api }])
    expect(await list('owned')).toMatchObject([{ id: id.blog }, { id: id.api }])
    expect(await list('starred')).toMatchObject([{ id: id.blog }])
    expect(await root().request('get', '/projects/all', { statistics: true })).toMatchObject([
      { id: id.blog, statistics: { commit_count: 0 } },
      { id: id.api },
      { id: id.website },
    ])
  })

  it('shows one by its id and by its encoded path', async () => {
    const byId = await jane().projects.get({ id: id.website })
    expect(byId).toMatchObject({ path_with_namespace: 'acme/website', name: 'Website' })
    expect(await jane().projects.get({ id: website })).toEqual(byId)
    await expect(jane().projects.get({ id: 'acme%2Fnothing' })).rejects.toMatchObject({
      statusCode: 404,
      message: '404 Project Not Found',
    })
  })

  it('creates one in a group and one for another user', async () => {
    const map = await jane().projects.create({
      name: 'Harbour map',
      path: 'map',
      namespace_id: id.acme,
      visibility_level: 10,
      wiki_enabled: false,
      import_url: '',
    })
    expect(running.forge.db.projects.get(map.id)).toMatchObject({
      path: 'map',
      namespace_id: id.acme,
      creator_id: id.jane,
      visibility_level: 10,
      wiki_enabled: false,
    })
    await root().request('post', '/projects/user/:user_id', { user_id: id.bob, name: 'notes' })
    expect(running.forge.db.projects.all().at(-1)).toMatchObject({
      path: 'notes',
      creator_id: id.bob,
    })
  })

  it('gets an error that says what is wrong with one', async () => {
    await expect(jane().projects.create({ name: 'Blog' })).rejects.toMatchObject({
      statusCode: 400,
      data: { resBody: { message: { path: ['has already been taken'] } } },
    })
    await expect(jane().projects.create({})).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('name'),
    })
    expect(running.forge.db.projects.all()).toHaveLength(3)
  })

  it('adds, shows, changes and removes members', async () => {
    const { projectMembers } = jane()
    await projectMembers.create({ id: website, user_id: id.bob, access_level: 30 })
    await projectMembers.update({ id: website, user_id: id.bob, access_level: 40 })
    expect(await projectMembers.get({ id: id.website, user_id: id.bob })).toMatchObject({
      username: 'bob',
      access_level: 40,
    })
    expect(await projectMembers.remove({ id: id.website, user_id: id.carol })).toMatchObject({
      username: 'carol',
    })
    expect(await jane().members.list({ id: website })).toMatchObject([{ username: 'bob' }])
    await expect(carol().projects.get({ id: id.website })).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  it('lists the users and the events of one', async () => {
    await jane().projectMembers.create({ id: id.website, user_id: id.bob, access_level: 30 })
    const users = await carol().request('get', `/projects/${website}/users`, { search: 'bob' })
    expect(users).toMatchObject([{ username: 'bob' }])
    expect(await carol().projects.listEvents({ id: website })).toMatchObject([
      { action_name: 'joined', author_username: 'bob' },
      { action_name: 'joined', author_username: 'carol' },
      { action_name: 'created', author_username: 'jane' },
    ])
  })

  it('changes and removes one', async () => {
    const changed = await jane().projects.update({ id: id.website, name: 'Site' })
    expect(changed).toMatchObject({ id: id.website, name: 'Site' })
    expect(running.forge.db.projects.get(id.website)?.name).toBe('Site')
    await expect(carol().projects.remove({ id: id.website })).rejects.toMatchObject({
      statusCode: 403,
    })
    await jane().projects.remove({ id: website })
    expect(running.forge.db.projects.get(id.website)).toBeUndefined()
    expect(asked(running)).toEqual(['updateProject 200', 'deleteProject 403', 'deleteProject 200'])
  })

  it('forks one and finds it by its name', async () => {
    const bob = nodeGitlabOf(running, 'bob')
    const fork = await bob.projects.fork({ id: id.blog })
    expect(fork).toMatchObject({
      path_with_namespace: 'bob/blog',
      forked_from_project: { id: id.blog },
    })
    expect(await bob.projects.search({ query: 'blog', order_by: 'id' })).toMatchObject([
      { id: fork.id },
      { id: id.blog },
    ])
  })

  it('lists, creates, changes and removes labels', async () => {
    const { projects } = callingNodeGitlabOf(running, 'jane')
    const titles = () =>
      running.forge.db.labels.by('project_id', id.website).map(({ title }) => title)
    const label = { id: id.website, name: 'bug' }
    await calledOf((answered) => projects.createLabel({ ...label, color: '#ff0000' }, answered))
    await calledOf((answered) =>
      projects.createLabel({ ...label, color: '#ff0000' }, answered),
    ).then(
      () => expect.unreachable(),
      (error) => expect(error).toMatchObject({ statusCode: 409 }),
    )
    await calledOf((answered) => projects.updateLabel({ ...label, new_name: 'flaw' }, answered))
    const labels = await calledOf((answered) => projects.getLabels({ id: id.website }, answered))
    expect(labels).toMatchObject([{ name: 'flaw', color: '#ff0000', open_issues_count: 0 }])
    expect(titles()).toEqual(['flaw'])
    await calledOf((answered) => projects.deleteLabel({ ...label, name: 'flaw' }, answered))
    expect(titles()).toEqual([])
  })

  it('creates, shows, changes and lists milestones', async () => {
    const { milestones } = jane()
    const first = await milestones.create({ id: id.website, title: 'v1', due_date: '2017-02-01' })
    const one = { id: id.website, milestone_id: first.id }
    expect(await milestones.get({ ...one })).toEqual(first)
    expect(await milestones.update({ ...one, state_event: 'close' })).toMatchObject({
      title: 'v1',
      due_date: '2017-02-01',
      state: 'closed',
    })
    expect(await milestones.list({ id: id.website, state: 'active' })).toEqual([])
    await expect(carol().milestones.create({ id: id.blog, title: 'x' })).rejects.toMatchObject({
      statusCode: 403,
    })
  })

  it('creates, shows, changes and removes hooks', async () => {
    const { hooks } = jane()
    const url = 'http://127.0.0.1:9/here'
    const added = await hooks.create({ id: id.website, url, push_events: false })
    const one = { id: id.website, hook_id: added.id }
    expect(await hooks.get({ ...one })).toMatchObject({ url, push_events: false })
    await hooks.update({ ...one, url: `${url}/too`, issues_events: true })
    expect(await hooks.list({ id: website })).toMatchObject([
      { id: added.id, url: `${url}/too`, issues_events: true },
    ])
    await hooks.remove({ ...one })
    expect(await hooks.list({ id: website })).toEqual([])
    await expect(carol().hooks.list({ id: website })).rejects.toMatchObject({ statusCode: 403 })
  })
})
