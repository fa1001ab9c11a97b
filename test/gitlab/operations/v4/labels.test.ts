import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { type Api, describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      labels: [{ title: 'all', color: '#ffffff', description: 'Of all projects' }],
      members: { jane: 'owner', rita: 'reporter', gus: 'guest' },
    },
    { path: 'acme/web', visibility: 'public', labels: ['web'] },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: [{ title: 'bug', color: '#FF0000', description: 'It <fails>', priority: 2 }, '7'],
      issues: [
        { title: 'One', author: 'jane', labels: ['bug', 'all'] },
        { title: 'Two', author: 'jane', labels: ['bug'], state: 'closed' },
        { title: 'Three', author: 'jane', labels: ['bug'], confidential: true },
      ],
    },
    {
      path: 'acme/app',
      visibility: 'public',
      labels: ['bug'],
      issues: [{ title: 'Of app', author: 'jane', labels: ['all', 'bug'] }],
    },
    { path: 'acme/web/page', visibility: 'public' },
    { path: 'jane/diary', visibility: 'private', labels: ['bug'] },
  ],
}

const path = '/projects/1/labels'
const groupPath = '/groups/acme/labels'
const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)
const encoded = encodeURIComponent

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

const added = { name: 'docs', color: '#00ff00' }
const missing = [404, { message: '404 Label Not Found' }]
const labelsOfIssue = async (api: Api, iid: number, project = 1) =>
  (await api.as('jane').get(`/projects/${project}/issues/${iid}`)).body.labels

describeV4('labels of a project', { seed }, (api) => {
  const jane = () => api.as('jane')

  it('are listed by name, those of the groups above among them', async () => {
    const { status, body, headers } = await api.anonymous.get(path)
    expect([status, names(body), headers.get('x-total')]).toEqual([200, ['7', 'all', 'bug'], '3'])
    expect(body[1]).toEqual({
      id: expect.any(Number),
      name: 'all',
      description: 'Of all projects',
      description_html: 'Of all projects',
      text_color: '#1F1E24',
      color: '#ffffff',
      subscribed: false,
      priority: null,
      is_project_label: false,
    })
    expect(body[2]).toMatchObject({
      description_html: 'It &lt;fails&gt;',
      text_color: '#FFFFFF',
      priority: 2,
      is_project_label: true,
    })
    const own = await api.anonymous.get(path, { include_ancestor_groups: false })
    expect(names(own.body)).toEqual(['7', 'bug'])
    const searched = await api.anonymous.get(path, { search: 'PROJECTS' })
    expect(names(searched.body)).toEqual(['all'])
    const paged = await api.anonymous.get(path, { per_page: 1, page: 2 })
    expect(names(paged.body)).toEqual(['all'])
  })

  it('are counted where that is asked for, as far as the caller sees', async () => {
    const counts = async (who: string, at = path, name = 'bug') => {
      const { body } = await api.as(who).get(at, { with_counts: true, search: name })
      const { open_issues_count, closed_issues_count, open_merge_requests_count } = body[0]
      return [open_issues_count, closed_issues_count, open_merge_requests_count]
    }
    expect(await counts('rita')).toEqual([2, 1, 0])
    expect(await counts('eve')).toEqual([1, 1, 0])
    expect(await counts('eve', groupPath, 'all')).toEqual([2, 0, 0])
    expect(await counts('eve', path, 'all')).toEqual([2, 0, 0])
    const plain = await api.anonymous.get(path)
    expect(plain.body[0]).not.toHaveProperty('open_issues_count')
  })

  it('are found by name and by id, ids first', async () => {
    const [seven, , bug] = (await api.anonymous.get(path)).body
    expect((await api.anonymous.get(`${path}/bug`)).body).toEqual(bug)
    expect((await api.anonymous.get(`${path}/${bug.id}`)).body).toEqual(bug)
    expect((await api.anonymous.get(`${path}/7`)).body).toEqual(seven)
    expect((await api.anonymous.get(`${path}/all`)).status).toBe(200)
    const own = { include_ancestor_groups: false }
    expect(await refusalOf(api.anonymous.get(`${path}/all`, own))).toEqual(missing)
    expect(await refusalOf(api.anonymous.get(`${path}/Bug`))).toEqual(missing)
    const ofOther = (await api.anonymous.get('/projects/2/labels/bug')).body.id
    expect(await refusalOf(api.anonymous.get(`${path}/${ofOther}`))).toEqual(missing)
  })

  it('are created, by planners alone, and no name twice', async () => {
    const { status, body } = await api.as('rita').post(path, {
      name: ' p::high/low ',
      color: 'Tomato',
      description: 'First',
      priority: 1,
    })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'p::high/low',
        description: 'First',
        description_html: 'First',
        text_color: '#FFFFFF',
        color: '#ff6347',
        subscribed: false,
        priority: 1,
        is_project_label: true,
      },
    ])
    expect((await jane().get(`${path}/${encoded('p::high/low')}`)).body).toEqual(body)
    const taken = [409, { message: 'Label already exists' }]
    expect(await refusalOf(jane().post(path, { ...added, name: 'bug' }))).toEqual(taken)
    expect(await refusalOf(jane().post(path, { ...added, name: 'all' }))).toEqual(taken)
    expect((await jane().post(path, { ...added, name: 'Bug' })).status).toBe(201)
    expect((await api.as('gus').post(path, added)).status).toBe(403)
    expect((await api.anonymous.post(path, added)).status).toBe(401)
    expect(await refusalOf(jane().post(path, {}))).toEqual([
      400,
      { error: 'name is missing, color is missing' },
    ])
    expect(await refusalOf(jane().post(path, { ...added, color: 'reddish' }))).toEqual([
      400,
      { message: { color: ['must be a valid color code'] } },
    ])
    expect(await refusalOf(jane().post(path, { ...added, name: 'a,b' }))).toEqual([
      400,
      { message: { title: ['is invalid'] } },
    ])
  })

  it('keep their id when they are renamed, and what has them shows the new name', async () => {
    const before = (await jane().get(`${path}/bug`)).body
    const { status, body } = await api.as('rita').put(`${path}/bug`, {
      new_name: 'defect',
      color: '#123',
      priority: null,
    })
    expect([status, body]).toEqual([
      200,
      { ...before, name: 'defect', color: '#123', priority: null },
    ])
    expect(await labelsOfIssue(api, 1)).toEqual(['all', 'defect'])
    expect(await labelsOfIssue(api, 1, 2)).toEqual(['all', 'bug'])
    expect(await refusalOf(jane().get(`${path}/bug`))).toEqual(missing)
    const found = await jane().get('/projects/1/issues', { labels: 'defect' })
    expect(found.body).toHaveLength(3)
    expect((await jane().put(path, { name: 'defect', description: 'D' })).body.description).toBe(
      'D',
    )
    const byId = { label_id: before.id, new_name: 'bug' }
    expect((await jane().put(path, byId)).body.name).toBe('bug')
  })

  it('are not changed to what cannot be, nor where they are inherited', async () => {
    const change = (body: Record<string, unknown>, name = 'bug') =>
      refusalOf(jane().put(`${path}/${name}`, body))
    expect(await change({})).toEqual([
      400,
      {
        error:
          'new_name, color, description, priority are missing, at least one parameter must be provided',
      },
    ])
    expect(await change({ new_name: '7' })).toEqual([
      400,
      { message: { title: ['has already been taken'] } },
    ])
    expect(await change({ new_name: 'all' })).toEqual([
      400,
      {
        message: {
          title: ['already exists at group level for acme. Please choose another one.'],
        },
      },
    ])
    expect(await change({ new_name: '' })).toEqual([
      400,
      { message: { title: ["can't be blank", 'is invalid'] } },
    ])
    expect(await change({ color: '#1234' })).toEqual([
      400,
      { message: { color: ['must be a valid color code'] } },
    ])
    expect(await change({ color: '#000000' }, 'all')).toEqual(missing)
    expect((await api.as('gus').put(`${path}/bug`, { color: '#000000' })).status).toBe(403)
    const exactly = 'label_id, name are missing, exactly one parameter must be provided'
    expect(await refusalOf(jane().put(path, { color: '#000000' }))).toEqual([
      400,
      { error: exactly },
    ])
    expect(await refusalOf(jane().delete(path))).toEqual([400, { error: exactly }])
  })

  it('are deleted, and off everything that had them', async () => {
    await jane().put('/projects/1/issues/1', { add_labels: 'later' })
    expect((await api.as('gus').delete(`${path}/bug`)).status).toBe(403)
    expect((await api.as('rita').delete(`${path}/bug`)).status).toBe(204)
    expect(await labelsOfIssue(api, 1)).toEqual(['all', 'later'])
    expect(await labelsOfIssue(api, 2)).toEqual([])
    expect(await refusalOf(jane().delete(`${path}/bug`))).toEqual(missing)
    expect(await refusalOf(jane().delete(`${path}/all`))).toEqual(missing)
    expect((await jane().delete(path, { name: 'later' })).status).toBe(204)
    expect(await labelsOfIssue(api, 1)).toEqual(['all'])
  })

  it('become those of the group, merged with those of the same name', async () => {
    const before = (await jane().get(`${path}/bug`)).body
    const { status, body } = await jane().put(`${path}/bug/promote`)
    expect([status, body.id, body.name]).toEqual([200, before.id, 'bug'])
    expect(body).not.toHaveProperty('is_project_label')
    for (const project of [1, 2]) {
      const { body: shown } = await jane().get(`/projects/${project}/labels/bug`)
      expect([shown.id, shown.is_project_label]).toEqual([before.id, false])
    }
    expect(await labelsOfIssue(api, 1, 2)).toEqual(['all', 'bug'])
    expect((await jane().put(`${path}/promote`, { name: '7' })).body.name).toBe('7')
    const failed = [400, { message: 'Failed to promote project label to group label' }]
    expect(await refusalOf(jane().put('/projects/4/labels/bug/promote'))).toEqual(failed)
    expect(await refusalOf(jane().put(`${path}/all/promote`))).toEqual(missing)
    await jane().post(path, added)
    expect((await api.as('gus').put(`${path}/docs/promote`)).status).toBe(403)
  })

  it('are subscribed to', async () => {
    const eve = api.as('eve')
    const { status, body } = await eve.post(`${path}/bug/subscribe`)
    expect([status, body.subscribed, body.is_project_label]).toEqual([201, true, true])
    expect((await eve.post(`${path}/${body.id}/subscribe`)).status).toBe(304)
    expect((await eve.get(`${path}/bug`)).body.subscribed).toBe(true)
    expect((await jane().get(`${path}/bug`)).body.subscribed).toBe(false)
    const left = await eve.post(`${path}/bug/unsubscribe`)
    expect([left.status, left.body.subscribed]).toEqual([201, false])
    expect((await eve.post(`${path}/bug/unsubscribe`)).status).toBe(304)
    expect(await refusalOf(eve.post(`${path}/none/subscribe`))).toEqual(missing)
    expect((await api.anonymous.post(`${path}/bug/subscribe`)).status).toBe(401)
  })

  it('order issues by their priority, and are not made anew where a group has them', async () => {
    await jane().put(`${path}/7`, { priority: 1 })
    await jane().put('/projects/1/issues/3', { labels: ['7', 'bug'] })
    await jane().put('/projects/1/issues/2', { labels: ['all'] })
    const { body } = await jane().get('/projects/1/issues', {
      order_by: 'label_priority',
      sort: 'asc',
    })
    expect(body.map(({ iid }: { iid: number }) => iid)).toEqual([3, 1, 2])
    expect(names((await jane().get(path)).body)).toEqual(['7', 'all', 'bug'])
    await jane().put('/projects/1/issues/2', { labels: ['fresh'] })
    const { body: made } = await jane().get(`${path}/fresh`)
    expect([made.color, made.is_project_label]).toEqual(['#6699cc', true])
  })

  it('cannot be written where the project is archived', async () => {
    await jane().post('/projects/1/archive')
    expect((await jane().post(path, added)).status).toBe(403)
    expect((await jane().delete(`${path}/bug`)).status).toBe(403)
    expect((await jane().get(path)).status).toBe(200)
  })
})

describeV4('labels of a group', { seed }, (api) => {
  const jane = () => api.as('jane')

  it('are listed with those above, those below and those of projects', async () => {
    const found = async (query: object, at = groupPath) =>
      names((await api.as('eve').get(at, { ...query })).body)
    expect(await found({})).toEqual(['all'])
    expect(await found({}, '/groups/acme%2Fweb/labels')).toEqual(['all', 'web'])
    const own = { include_ancestor_groups: false }
    expect(await found(own, '/groups/acme%2Fweb/labels')).toEqual(['web'])
    expect(await found({ include_descendant_groups: true })).toEqual(['all', 'web'])
    expect(await found({ only_group_labels: false })).toEqual(['7', 'all', 'bug', 'bug'])
    expect((await api.anonymous.get(groupPath)).status).toBe(401)
    expect((await api.as('eve').get(groupPath)).body[0]).toEqual({
      id: expect.any(Number),
      name: 'all',
      description: 'Of all projects',
      description_html: 'Of all projects',
      text_color: '#1F1E24',
      color: '#ffffff',
      subscribed: false,
    })
  })

  it('are created, changed, subscribed to and deleted', async () => {
    const { status, body } = await api.as('rita').post(groupPath, added)
    expect([status, body.name, body.color]).toEqual([201, 'docs', '#00ff00'])
    expect(await refusalOf(jane().post(groupPath, added))).toEqual([
      409,
      { message: 'Label already exists' },
    ])
    expect((await jane().get(`${groupPath}/docs`)).body).toEqual(body)
    await jane().put('/projects/1/issues/1', { add_labels: 'docs' })
    await jane().put('/projects/2/issues/1', { add_labels: 'docs' })
    const renamed = await jane().put(`${groupPath}/docs`, { new_name: 'paper' })
    expect(renamed.body).toEqual({ ...body, name: 'paper' })
    expect(await labelsOfIssue(api, 1)).toEqual(['all', 'bug', 'paper'])
    expect(await labelsOfIssue(api, 1, 2)).toEqual(['all', 'bug', 'paper'])
    expect((await jane().put(groupPath, { name: 'paper', color: '#000' })).body.color).toBe('#000')
    const subscribed = await api.as('eve').post(`${groupPath}/paper/subscribe`)
    expect([subscribed.status, subscribed.body.subscribed]).toEqual([201, true])
    expect((await api.as('eve').post(`${groupPath}/paper/subscribe`)).status).toBe(304)
    expect((await api.as('gus').delete(`${groupPath}/paper`)).status).toBe(403)
    expect((await jane().delete(`${groupPath}/paper`)).status).toBe(204)
    expect(await labelsOfIssue(api, 1, 2)).toEqual(['all', 'bug'])
    expect(await refusalOf(jane().delete(groupPath, { name: 'paper' }))).toEqual(missing)
    expect(await refusalOf(jane().put(`${groupPath}/all`, {}))).toEqual([
      400,
      {
        error: 'new_name, color, description are missing, at least one parameter must be provided',
      },
    ])
    expect(await refusalOf(jane().put(`${groupPath}/bug`, { color: '#000' }))).toEqual(missing)
  })

  it('are those that filter the issues of the group', async () => {
    const { body } = await jane().get('/groups/acme/issues', {
      labels: 'all',
      with_labels_details: true,
    })
    expect(body).toHaveLength(2)
    expect(
      new Set(body.map((issue: { labels: object[] }) => JSON.stringify(issue.labels[0]))).size,
    ).toBe(1)
  })
})
