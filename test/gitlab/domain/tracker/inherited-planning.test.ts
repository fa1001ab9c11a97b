import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }],
  groups: [
    {
      path: 'from',
      labels: [{ title: 'used', color: '#111111' }, 'unused', 'both'],
      milestones: [{ title: 'Year', due_date: '2017-12-31' }, { title: 'Unused' }],
      members: { jane: 'owner' },
    },
    { path: 'from/inner' },
    { path: 'to', labels: ['both'], members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'from/site',
      issues: [{ title: 'One', author: 'jane', labels: ['used', 'both'], milestone: 'Year' }],
    },
    {
      path: 'from/inner/app',
      issues: [{ title: 'App', author: 'jane', labels: ['used'], milestone: 'Year' }],
    },
  ],
}

describeV4('what a project has of its groups', { seed }, (api) => {
  const jane = () => api.as('jane')
  const labels = async (project: number) =>
    (await jane().get(`/projects/${project}/labels`)).body.map(
      (label: { name: string; is_project_label: boolean }) =>
        `${label.name} ${label.is_project_label ? 'own' : 'inherited'}`,
    )
  const issue = async (project: number) => (await jane().get(`/projects/${project}/issues/1`)).body

  it('is kept as its own, or as that of the new group, when it moves', async () => {
    expect(await labels(1)).toEqual(['both inherited', 'unused inherited', 'used inherited'])
    expect((await jane().put('/projects/1/transfer', { namespace: 'to' })).status).toBe(200)
    expect(await labels(1)).toEqual(['both inherited', 'used own'])
    const { body: used } = await jane().get('/projects/1/labels/used')
    expect(used.color).toBe('#111111')
    const moved = await issue(1)
    expect(moved.labels).toEqual(['both', 'used'])
    expect(moved.milestone).toMatchObject({
      title: 'Year',
      project_id: 1,
      iid: 1,
      due_date: '2017-12-31',
    })
    const { body: milestones } = await jane().get('/projects/1/milestones')
    expect(milestones).toHaveLength(1)
    expect((await issue(2)).milestone.group_id).toEqual(expect.any(Number))
  })

  it('is kept when a group moves that it is in', async () => {
    const to = (await jane().get('/groups/to')).body.id
    const moved = await jane().post('/groups/from%2Finner/transfer', { group_id: to })
    expect(moved.status, JSON.stringify(moved.body)).toBe(201)
    expect(await labels(2)).toEqual(['both inherited', 'used own'])
    expect((await issue(2)).milestone).toMatchObject({ title: 'Year', project_id: 2 })
    expect((await issue(1)).milestone).not.toHaveProperty('project_id')
  })
})
