import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld, website } from '../tracker-world.ts'
import { id } from '../world.ts'
import { allOf, dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: issues', trackerWorld, (running) => {
  const jane = () => gitlabOf(running, 'jane')
  const bob = () => gitlabOf(running, 'bob')
  const carol = () => gitlabOf(running, 'carol')
  const idsOf = (issues: unknown) => (issues as { id: number }[]).map((issue) => issue.id)

  it('lists its own, those of a project and those of a group', async () => {
    const own = await allOf(jane().issues.all, { per_page: 1 })
    expect(idsOf(own)).toEqual([tracked.oldBrowsers, tracked.missingFooter])
    expect(asked(running)).toHaveLength(3)
    const { list } = carol().projects.issues
    expect(idsOf(await handed(list, id.website, {}))).toEqual([
      tracked.oldBrowsers,
      tracked.missingFooter,
      tracked.blurredLogo,
    ])
    const group = await rawOf(bob().get, `groups/${id.acme}/issues`, { sort: 'asc' })
    expect(idsOf(group.body)).toEqual([
      tracked.blurredLogo,
      tracked.missingFooter,
      tracked.oldBrowsers,
      tracked.crash,
    ])
  })

  it('filters and sorts them', async () => {
    const { list } = carol().projects.issues
    const found = async (filter: object) => idsOf(await handed(list, 'acme/website', { ...filter }))
    expect(await found({ state: 'closed' })).toEqual([tracked.oldBrowsers])
    expect(await found({ iid: 2 })).toEqual([tracked.missingFooter])
    expect(await found({ labels: 'design,bug', sort: 'asc' })).toEqual([
      tracked.blurredLogo,
      tracked.missingFooter,
    ])
    expect(await found({ milestone: 'v1' })).toEqual([tracked.blurredLogo])
    expect(await found({ order_by: 'updated_at', state: 'opened' })).toEqual([
      tracked.blurredLogo,
      tracked.missingFooter,
    ])
    const all = await rawOf(bob().get, `groups/${id.acme}/issues`, { labels: 'design,bug' })
    expect(idsOf(all.body)).toEqual([tracked.blurredLogo])
  })

  it('creates one, with labels that come into being', async () => {
    const created = await dataOf(jane().issues.create, 'acme/website', {
      title: 'The harbour map is upside down',
      description: 'North is — where?',
      assignee_id: id.bob,
      milestone_id: tracked.v1,
      labels: 'bug,map',
      due_date: '2017-01-31',
      confidential: true,
      created_at: '2017-01-10T08:00:00Z',
    })
    expect(created).toMatchObject({
      iid: 4,
      state: 'opened',
      labels: ['bug', 'map'],
      milestone: { title: 'v1' },
      assignee: { username: 'bob' },
      confidential: true,
      subscribed: true,
      created_at: '2017-01-10T08:00:00.000Z',
    })
    expect(await dataOf(bob().issues.show, id.website, created.id)).toMatchObject({
      description: 'North is — where?',
      due_date: '2017-01-31',
    })
    const labels = running.forge.db.labels.by('project_id', id.website)
    expect(labels.map(({ title }) => title)).toEqual(['bug', 'design', 'map'])
  })

  it('changes, closes and reopens one', async () => {
    const edit = (attributes: object) =>
      dataOf(bob().issues.edit, id.website, tracked.blurredLogo, { ...attributes })
    expect(
      await edit({ title: 'The logo is torn', labels: '', assignee_id: id.carol }),
    ).toMatchObject({ title: 'The logo is torn', labels: [], assignee: { username: 'carol' } })
    await edit({ milestone_id: null, assignee_id: null })
    expect(await edit({ state_event: 'close' })).toMatchObject({
      state: 'closed',
      milestone: null,
      assignee: null,
    })
    expect(await edit({ state_event: 'reopen' })).toMatchObject({ state: 'opened' })
    const notes = await handed(bob().projects.issues.notes.all, id.website, tracked.blurredLogo, {})
    expect(notes.filter(({ system }) => system).map(({ body }) => body)).toEqual(
      expect.arrayContaining([expect.stringContaining('title'), 'closed', 'reopened']),
    )
    const events = await rawOf(carol().get, `${website}/events`, { per_page: 2 })
    expect(events.body).toMatchObject([
      { action_name: 'opened', target_title: 'The logo is torn' },
      { action_name: 'closed', target_id: tracked.blurredLogo },
    ])
  })

  it('removes one for good, as an owner only', async () => {
    expect(await handed(bob().issues.remove, id.website, tracked.missingFooter)).toBe(false)
    expect(await handed(jane().issues.remove, id.website, tracked.missingFooter)).toBe(true)
    expect(await handed(jane().issues.show, id.website, tracked.missingFooter)).toBe(null)
    expect(asked(running)).toEqual(['deleteIssue 403', 'deleteIssue 200', 'getIssue 404'])
  })

  it('moves one to another project, with its notes, label and milestone', async () => {
    const move = (to: number) =>
      rawOf(bob().post, `${website}/issues/${tracked.blurredLogo}/move`, { to_project_id: to })
    expect(await move(id.website)).toMatchObject({ status: 400 })
    const moved = await move(id.api)
    expect(moved).toMatchObject({
      status: 201,
      body: { project_id: id.api, iid: 2, labels: ['bug'], milestone: { project_id: id.api } },
    })
    const [newId = 0] = idsOf([moved.body])
    const notes = await handed(bob().projects.issues.notes.all, id.api, newId, {})
    expect(notes).toMatchObject([
      { body: 'On what screen?', author: { username: 'bob' } },
      { body: 'moved from acme/website#1', system: true },
    ])
    expect(running.forge.db.issues.get(tracked.blurredLogo)?.state).toBe('closed')
  })

  it('subscribes to one and unsubscribes, and gets an error where it is so already', async () => {
    // The client's own subscribe loses its callback.
    const path = `${website}/issues/${tracked.missingFooter}/subscription`
    const subscribed = await rawOf(carol().post, path, {})
    expect(subscribed).toMatchObject({ status: 201, body: { subscribed: true } })
    expect((await rawOf(carol().post, path, {})).status).toBe(304)
    const { unsubscribe } = carol().issues
    expect(await handed(unsubscribe, id.website, tracked.missingFooter)).toBe(true)
    expect(await handed(unsubscribe, id.website, tracked.missingFooter)).toBe(false)
    expect(asked(running)).toEqual([
      'subscribeToIssue 201',
      'subscribeToIssue 304',
      'unsubscribeFromIssue 200',
      'unsubscribeFromIssue 304',
    ])
  })

  it('reminds itself of one, once', async () => {
    const path = `${website}/issues/${tracked.missingFooter}/todo`
    expect(await rawOf(carol().post, path, {})).toMatchObject({
      status: 201,
      body: { state: 'pending', target: { id: tracked.missingFooter } },
    })
    expect((await rawOf(carol().post, path, {})).status).toBe(304)
    expect(running.forge.db.todos.all().filter(({ state }) => state === 'pending')).toMatchObject([
      { user_id: id.carol },
    ])
  })

  it('gets an error that says what is wrong, and nothing that is hidden', async () => {
    const { post } = jane()
    expect(await rawOf(post, `${website}/issues`, { description: 'x' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"title"') },
    })
    expect(
      await rawOf(post, `${website}/issues`, { title: 'x', due_date: 'tomorrow' }),
    ).toMatchObject({ status: 400, body: { message: { due_date: ['is invalid'] } } })
    const hidden = { title: 'The password is in the page', confidential: true }
    const { id: secret } = await dataOf(jane().issues.create, id.api, hidden)
    expect(await handed(carol().issues.show, id.api, secret)).toBe(null)
    expect(await handed(carol().projects.issues.list, id.api, {})).toMatchObject([
      { id: tracked.crash },
    ])
  })

  it('creates labels, and lists all of them', async () => {
    const flaw = { name: 'flaw', color: '#ff0000' }
    const made = await dataOf(jane().labels.create, id.website, { ...flaw })
    expect(made).toMatchObject({ ...flaw, open_issues_count: 0 })
    expect(await handed(jane().labels.create, id.website, { ...flaw })).toBe(true)
    const listed = await handed(jane().projects.labels.all, id.website, {})
    expect(listed.map(({ name }) => name).sort()).toEqual(['bug', 'design', 'flaw'])
    expect(asked(running)).toEqual([
      'createLabelOfProject 201',
      'createLabelOfProject 409',
      'listLabelsOfProject 200',
    ])
  })

  it('adds, shows, changes and lists milestones', async () => {
    const { milestones } = jane().projects
    const added = await dataOf(milestones.add, id.website, 'v2', 'Faster', '2017-03-01')
    expect(await dataOf(milestones.show, id.website, added.id)).toMatchObject({
      title: 'v2',
      description: 'Faster',
      due_date: '2017-03-01',
      state: 'active',
    })
    const due = ['Slower', '2017-04-01', 'close'] as const
    await dataOf(milestones.update, id.website, added.id, 'v2', ...due)
    expect(running.forge.db.milestones.get(added.id)).toMatchObject({
      description: 'Slower',
      due_date: '2017-04-01',
      state: 'closed',
    })
    const listed = await handed(milestones.all, id.website)
    expect(listed.map(({ title }) => title).sort()).toEqual(['v1', 'v2'])
  })
})
