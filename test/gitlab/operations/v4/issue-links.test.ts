import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'gus' }, { username: 'eve' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      members: { gus: 'guest' },
      issues: [
        { title: 'One', author: 'jane' },
        { title: 'Two', author: 'jane' },
        { title: 'Hidden', author: 'jane', confidential: true },
      ],
    },
    { path: 'jane/app', visibility: 'public', issues: [{ title: 'App', author: 'jane' }] },
  ],
}

const path = '/projects/1/issues/1/links'
const two = { target_project_id: 1, target_issue_iid: 2 }
const app = { target_project_id: 'jane/app', target_issue_iid: '1' }

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

describeV4('links of issues', { seed }, (api) => {
  const jane = () => api.as('jane')
  const titles = async (who: string, at = path) =>
    (await api.as(who).get(at)).body.map(({ title }: { title: string }) => title)

  it('are noted for those alone who see the other issue', async () => {
    await jane().post(path, { target_project_id: 1, target_issue_iid: 3 })
    await jane().delete(`${path}/1`)
    const notes = async (who: string) =>
      (await api.as(who).get('/projects/1/issues/1/notes')).body.map(
        ({ body }: { body: string }) => body,
      )
    expect(await notes('jane')).toEqual([
      'removed the relation with #3',
      'marked this issue as related to #3',
    ])
    expect(await notes('eve')).toEqual([])
  })

  it('are made, shown at both ends, noted and removed', async () => {
    const { status, body } = await api.as('gus').post(path, two)
    expect([status, body]).toEqual([
      201,
      {
        id: 1,
        source_issue: expect.objectContaining({ title: 'One' }),
        target_issue: expect.objectContaining({ title: 'Two' }),
        link_type: 'relates_to',
      },
    ])
    expect(body.source_issue).not.toHaveProperty('_links')
    await jane().post(path, app)
    const { body: related } = await jane().get(path)
    expect(related[0]).toMatchObject({
      title: 'Two',
      issue_link_id: 1,
      link_type: 'relates_to',
      link_created_at: '2017-01-15T12:00:00.000Z',
    })
    expect(await titles('jane')).toEqual(['Two', 'App'])
    expect(await titles('jane', '/projects/1/issues/2/links')).toEqual(['One'])
    expect((await jane().get(`${path}/1`)).body).toEqual(body)
    const notes = async (at: string) =>
      (await jane().get(`${at}/notes`, { sort: 'asc' })).body.map(
        (one: { body: string }) => one.body,
      )
    expect(await notes('/projects/1/issues/1')).toEqual([
      'marked this issue as related to #2',
      'marked this issue as related to jane/app#1',
    ])
    const removed = await jane().delete(`${path}/1`)
    expect([removed.status, removed.body]).toEqual([200, body])
    expect(await notes('/projects/1/issues/2')).toEqual([
      'marked this issue as related to #1',
      'removed the relation with #1',
    ])
    expect(await titles('jane')).toEqual(['App'])
    expect(await refusalOf(jane().delete(`${path}/1`))).toEqual([404, { message: '404 Not found' }])
  })

  it('are refused twice, to itself, to what is not there and in kinds that are paid for', async () => {
    await jane().post(path, two)
    const again = [409, { message: 'Issue(s) already assigned' }]
    expect(await refusalOf(jane().post(path, two))).toEqual(again)
    const back = { target_project_id: 1, target_issue_iid: 1 }
    expect(await refusalOf(jane().post('/projects/1/issues/2/links', back))).toEqual(again)
    expect(await refusalOf(jane().post(path, back))).toEqual([
      422,
      { message: '#1 cannot be added: cannot be related to itself' },
    ])
    expect(await refusalOf(jane().post(path, { ...two, target_issue_iid: 9 }))).toEqual([
      404,
      {
        message: 'No matching issue found. Make sure that you are adding a valid issue URL.',
      },
    ])
    expect((await jane().post(path, { ...two, target_project_id: 99 })).status).toBe(404)
    expect(await refusalOf(jane().post(path, { ...two, link_type: 'blocks' }))).toEqual([
      400,
      { error: 'link_type does not have a valid value' },
    ])
    expect(await refusalOf(jane().post(path, {}))).toEqual([
      400,
      { error: 'target_project_id is missing, target_issue_iid is missing' },
    ])
  })

  it('are for members of both projects, and hide what they do not see', async () => {
    const refused = [
      403,
      {
        message:
          "403 Forbidden - Couldn't link issues. You must have at least the Guest role in both projects.",
      },
    ]
    expect(await refusalOf(api.as('eve').post(path, two))).toEqual(refused)
    expect(await refusalOf(api.as('gus').post(path, app))).toEqual(refused)
    await jane().post(path, app)
    expect(await refusalOf(api.as('gus').delete(`${path}/1`))).toEqual([
      404,
      { message: 'No Issue Link found' },
    ])
    await jane().post(path, { ...two, target_issue_iid: 3 })
    expect(await titles('gus')).toEqual(['App'])
    expect((await api.as('gus').get(`${path}/2`)).status).toBe(404)
    expect((await api.anonymous.get(path)).status).toBe(401)
  })

  it('go along when an issue is moved, and with it when it is deleted', async () => {
    await jane().post(path, two)
    await jane().post('/projects/1/issues/1/move', { to_project_id: 2 })
    expect(await titles('jane', '/projects/2/issues/2/links')).toEqual(['Two'])
    await jane().delete('/projects/1/issues/2')
    expect(await titles('jane', '/projects/2/issues/2/links')).toEqual([])
  })
})
