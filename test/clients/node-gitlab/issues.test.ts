import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld } from '../tracker-world.ts'
import { id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')
const one = '/projects/:id/issues/:issue_id'

describeRunning('node-gitlab: issues', trackerWorld, (running) => {
  const jane = () => nodeGitlabOf(running, 'jane')
  const bob = () => nodeGitlabOf(running, 'bob')
  const carol = () => nodeGitlabOf(running, 'carol')
  const logo = { id: id.website, issue_id: tracked.blurredLogo }
  const footer = { id: id.website, issue_id: tracked.missingFooter }
  const idsOf = (issues: unknown) => (issues as { id: number }[]).map((issue) => issue.id)

  it('lists those of a project, its own, and those of a group', async () => {
    expect(idsOf(await carol().issues.list({ id: website }))).toEqual([
      tracked.oldBrowsers,
      tracked.missingFooter,
      tracked.blurredLogo,
    ])
    const own = await jane().request('get', '/issues', { state: 'opened' })
    expect(idsOf(own)).toEqual([tracked.missingFooter])
    const ofGroup = (filter: object) =>
      bob().request('get', '/groups/:id/issues', { id: id.acme, ...filter })
    expect(idsOf(await ofGroup({ labels: 'bug', per_page: 2, page: 2 }))).toEqual([
      tracked.blurredLogo,
    ])
    expect(idsOf(await ofGroup({ labels: 'bug, design' }))).toEqual([tracked.blurredLogo])
  })

  it('filters and sorts them', async () => {
    const found = async (filter: object) =>
      idsOf(await carol().issues.list({ id: id.website, ...filter }))
    expect(await found({ state: 'closed' })).toEqual([tracked.oldBrowsers])
    expect(await found({ iid: 1 })).toEqual([tracked.blurredLogo])
    expect(await found({ labels: 'design,bug' })).toEqual([
      tracked.missingFooter,
      tracked.blurredLogo,
    ])
    expect(await found({ milestone: 'v1' })).toEqual([tracked.blurredLogo])
    expect(await found({ state: 'opened', order_by: 'updated_at', sort: 'asc' })).toEqual([
      tracked.missingFooter,
      tracked.blurredLogo,
    ])
  })

  it('creates one, with labels that come into being', async () => {
    const created = await jane().issues.create({
      id: website,
      title: 'Ä map & more + 100%',
      description: 'One\r\ntwo',
      assignee_id: id.bob,
      milestone_id: tracked.v1,
      labels: 'bug,map & chart',
      due_date: '2017-01-31',
      confidential: true,
      created_at: '2017-01-10T08:00:00+01:00',
    })
    expect(created).toMatchObject({
      iid: 4,
      title: 'Ä map & more + 100%',
      labels: ['bug', 'map & chart'],
      created_at: '2017-01-10T07:00:00.000Z',
    })
    expect(await bob().issues.get({ id: id.website, issue_id: created.id })).toMatchObject({
      description: 'One\r\ntwo',
      assignee: { username: 'bob' },
      milestone: { title: 'v1' },
      due_date: '2017-01-31',
      confidential: true,
    })
  })

  it('changes, closes and reopens one', async () => {
    const { update } = bob().issues
    expect(
      await update({ ...logo, title: 'The logo is torn', assignee_id: '', milestone_id: '' }),
    ).toMatchObject({ title: 'The logo is torn', assignee: null, milestone: null })
    expect(await update({ ...logo, state_event: 'close', labels: '' })).toMatchObject({
      state: 'closed',
      labels: [],
    })
    expect(await update({ ...logo, state_event: 'reopen' })).toMatchObject({ state: 'opened' })
    expect(running.forge.db.issues.get(tracked.blurredLogo)).toMatchObject({
      state: 'opened',
      assignee_id: null,
      labels: [],
    })
    expect(await carol().projects.listEvents({ id: id.website, per_page: 2 })).toMatchObject([
      { action_name: 'opened' },
      { action_name: 'closed', target_id: tracked.blurredLogo },
    ])
  })

  it('removes one for good, as an owner only', async () => {
    await expect(bob().issues.remove({ ...footer })).rejects.toMatchObject({ statusCode: 403 })
    expect(await jane().issues.remove({ ...footer })).toMatchObject({ id: tracked.missingFooter })
    await expect(jane().issues.get({ ...footer })).rejects.toMatchObject({ statusCode: 404 })
    expect(idsOf(await jane().issues.list({ id: id.website }))).not.toContain(tracked.missingFooter)
  })

  it('moves one to another project', async () => {
    const move = (to_project_id: number) =>
      bob().request('post', `${one}/move`, { ...logo, to_project_id })
    await expect(move(id.website)).rejects.toMatchObject({
      statusCode: 400,
      message: 'Cannot move issue to project it originates from!',
    })
    await expect(move(id.blog)).rejects.toMatchObject({ statusCode: 400 })
    expect(await move(id.api)).toMatchObject({ project_id: id.api, iid: 2, labels: ['bug'] })
    expect(await bob().issues.get({ ...logo })).toMatchObject({ state: 'closed' })
  })

  it('subscribes to one and unsubscribes, and gets an error where it is so already', async () => {
    const subscription = (verb: string) =>
      carol().request(verb, `${one}/subscription`, { ...footer })
    expect(await subscription('post')).toMatchObject({ subscribed: true })
    await expect(subscription('post')).rejects.toMatchObject({ statusCode: 304 })
    expect(await subscription('delete')).toMatchObject({ subscribed: false })
    await expect(subscription('delete')).rejects.toMatchObject({ statusCode: 304 })
  })

  it('reminds itself of one, once', async () => {
    const todo = () => carol().request('post', `${one}/todo`, { ...footer })
    expect(await todo()).toMatchObject({ state: 'pending', target_type: 'Issue' })
    await expect(todo()).rejects.toMatchObject({ statusCode: 304 })
    expect(running.forge.db.todos.all().filter(({ state }) => state === 'pending')).toMatchObject([
      { user_id: id.carol, target_id: tracked.missingFooter },
    ])
  })

  it('gets an error that says what is wrong, and nothing that is hidden', async () => {
    await expect(jane().issues.create({ id: id.website })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"title"'),
    })
    await expect(
      jane().issues.create({ id: id.website, title: 'x', due_date: 'tomorrow' }),
    ).rejects.toMatchObject({
      data: { resBody: { message: { due_date: ['is invalid'] } } },
    })
    const hidden = { id: id.api, title: 'The password is in the page', confidential: true }
    const secret = await jane().issues.create(hidden)
    await expect(carol().issues.get({ id: id.api, issue_id: secret.id })).rejects.toMatchObject({
      statusCode: 404,
    })
    expect(idsOf(await carol().issues.list({ id: id.api }))).toEqual([tracked.crash])
  })

  it('lists milestones and their issues, which GitLab 8.15 had', async () => {
    const { milestones } = jane()
    const { v1 } = tracked
    expect(await milestones.list({ id: id.website })).toContainEqual(
      expect.objectContaining({ id: v1, title: 'v1' }),
    )
    const issues = await milestones.listIssues({ id: id.website, milestone_id: v1 })
    expect(issues).toBeInstanceOf(Array)
    expect(asked(running)).toHaveLength(2)
  })
})
