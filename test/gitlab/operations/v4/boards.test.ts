import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'rita' }, { username: 'gus' }, { username: 'eve' }],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      labels: ['all'],
      boards: [{ name: 'Plan', lists: ['all'] }],
      members: { jane: 'owner', rita: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: ['a', 'b', 'c', 'd'],
      boards: [{ lists: ['a', 'b', 'c'] }],
    },
    { path: 'jane/diary', visibility: 'private', labels: ['mine'] },
  ],
}

const missing = [404, { message: '404 Not found' }]

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

const places = [
  { of: 'project', path: '/projects/1/boards', own: 1, other: 2, labelled: 'd' },
  { of: 'group', path: '/groups/acme/boards', own: 2, other: 1, labelled: undefined },
] as const

describeV4('boards', { seed }, (api) => {
  const jane = () => api.as('jane')
  const order = async () =>
    (await jane().get('/projects/1/boards/1/lists')).body.map(
      ({ label, position }: { label: { name: string }; position: number }) =>
        `${position} ${label.name}`,
    )

  it('are shown with their lists', async () => {
    const { status, body } = await api.as('eve').get('/projects/1/boards')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 1,
        name: 'Development',
        hide_backlog_list: false,
        hide_closed_list: false,
        project: expect.objectContaining({ path_with_namespace: 'acme/site' }),
        lists: [0, 1, 2].map((position) => ({
          id: position + 1,
          label: expect.objectContaining({ name: ['a', 'b', 'c'][position] }),
          position,
          list_type: 'label',
        })),
      },
    ])
    const ofGroup = await api.as('eve').get('/groups/acme/boards')
    expect(ofGroup.body).toEqual([
      expect.objectContaining({
        name: 'Plan',
        project: null,
        group: {
          id: expect.any(Number),
          name: 'acme',
          web_url: expect.stringMatching(/\/groups\/acme$/),
        },
      }),
    ])
    expect((await jane().get('/projects/2/boards')).body).toEqual([])
  })

  it.each(places)('of a $of are made, changed and deleted', async ({ path, own, other }) => {
    const { status, body } = await api.as('rita').post(path, { name: 'New' })
    expect([status, body.name, body.lists]).toEqual([201, 'New', []])
    const at = `${path}/${body.id}`
    const changed = await jane().put(at, { name: 'Other', hide_backlog_list: true })
    expect(changed.body).toEqual({ ...body, name: 'Other', hide_backlog_list: true })
    expect((await jane().get(at)).body).toEqual(changed.body)
    expect(await refusalOf(jane().put(at, { name: '' }))).toEqual([
      400,
      { message: "400 Bad request - Failed to save board: Name can't be blank" },
    ])
    expect(await refusalOf(jane().post(path, {}))).toEqual([400, { error: 'name is missing' }])
    expect((await api.as('gus').post(path, { name: 'x' })).status).toBe(403)
    expect((await api.as('gus').put(at, { name: 'x' })).status).toBe(403)
    expect((await api.as('gus').delete(at)).status).toBe(403)
    expect((await jane().delete(at)).status).toBe(204)
    expect(await refusalOf(jane().get(at))).toEqual(missing)
    expect(await refusalOf(jane().delete(at))).toEqual(missing)
    expect(await refusalOf(jane().get(`${path}/${other}`))).toEqual(missing)
    expect((await jane().delete(`${path}/${own}`)).status).toBe(204)
    expect((await jane().get(path)).body).toEqual([])
    expect((await api.anonymous.get(path)).status).toBe(401)
  })

  it.each(places)('of a $of get and lose lists', async ({ of, path, own }) => {
    const lists = `${path}/${own}/lists`
    const made = await jane().post(`/${of}s/${of === 'group' ? 'acme' : 1}/labels`, {
      name: 'new',
      color: '#fff',
    })
    const before = (await jane().get(lists)).body.length
    const { status, body } = await api.as('rita').post(lists, { label_id: made.body.id })
    expect([status, body.position, body.label.name]).toEqual([201, before, 'new'])
    expect((await jane().get(`${lists}/${body.id}`)).body).toEqual(body)
    const taken = await jane().post(lists, { label_id: made.body.id })
    expect([taken.status, taken.body]).toEqual([
      400,
      { message: { error: 'Label has already been taken' } },
    ])
    expect(await refusalOf(jane().post(lists, { label_id: 99 }))).toEqual([
      400,
      { message: { error: 'Label not found' } },
    ])
    expect((await api.as('gus').post(lists, { label_id: 1 })).status).toBe(403)
    expect((await api.as('gus').delete(`${lists}/${body.id}`)).status).toBe(403)
    expect((await jane().put(`${lists}/${body.id}`, { position: 0 })).body.position).toBe(0)
    expect((await jane().delete(`${lists}/${body.id}`)).status).toBe(204)
    expect(await refusalOf(jane().get(`${lists}/${body.id}`))).toEqual(missing)
    expect((await jane().get(lists)).body[0].position).toBe(0)
  })

  it('move their lists, and the others shift', async () => {
    const move = async (id: number, position: number) =>
      jane().put(`/projects/1/boards/1/lists/${id}`, { position })
    expect((await move(1, 2)).body.position).toBe(2)
    expect(await order()).toEqual(['0 b', '1 c', '2 a'])
    await move(3, 0)
    expect(await order()).toEqual(['0 c', '1 b', '2 a'])
    const beyond = await move(3, 3)
    expect([beyond.status, beyond.body]).toEqual([
      400,
      { message: { error: 'List could not be moved!' } },
    ])
    await jane().delete('/projects/1/boards/1/lists/2')
    expect(await order()).toEqual(['0 c', '1 a'])
  })

  it('lose the list of a label that is deleted, and keep that of one that is promoted', async () => {
    await jane().delete('/projects/1/labels/a')
    expect(await order()).toEqual(['0 b', '1 c'])
    await jane().put('/projects/1/labels/b/promote')
    expect(await order()).toEqual(['0 b', '1 c'])
  })
})
