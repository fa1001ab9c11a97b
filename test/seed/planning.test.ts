import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }],
  groups: [
    {
      path: 'acme',
      labels: ['all', { title: 'some', color: '#123456', description: 'Some' }],
      milestones: [{ title: 'Year', start_date: '2017-01-01' }],
      boards: [{ name: 'Plan', lists: ['some', 'new'] }],
      members: { jane: 'owner' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      labels: [{ title: 'bug', priority: 4 }],
      boards: [{ lists: ['bug'] }],
      issues: [
        { title: 'One', author: 'jane', labels: ['all', 'fresh'], milestone: 'Year', related: [2] },
        { title: 'Two', author: 'jane', state: 'closed', related: [1] },
      ],
    },
  ],
}

it('groups and projects have labels, milestones and boards, and issues are related', async () => {
  const { db } = await createTestForge({ seed })
  const group_id = db.namespaces.one('path', 'acme')?.id
  const titles = (records: readonly { title: string }[]) => records.map(({ title }) => title)
  expect(titles(db.labels.by('group_id', group_id))).toEqual(['all', 'some', 'new'])
  expect(titles(db.labels.by('project_id', 1))).toEqual(['bug', 'fresh'])
  expect(db.labels.by('project_id', 1)[0]?.priority).toBe(4)
  expect(db.milestones.all()).toMatchObject([{ group_id, project_id: null, iid: 1 }])
  expect(db.issues.get(1)?.milestone_id).toBe(1)
  expect(db.boards.all()).toMatchObject([{ name: 'Development' }, { name: 'Plan', group_id }])
  expect(db.boardLists.all().map(({ position }) => position)).toEqual([0, 0, 1])
  expect(db.issueLinks.all()).toMatchObject([{ source_id: 1, target_id: 2 }])
  expect(db.resourceLabelEvents.all()).toHaveLength(2)
  expect(db.resourceMilestoneEvents.all()).toMatchObject([{ milestone_id: 1, action: 'add' }])
  expect(db.resourceStateEvents.all()).toMatchObject([{ resource_id: 2, state: 'closed' }])
})

it('all of it is exported and read again', async () => {
  const forge = await createTestForge({ seed })
  const exported = await forge.export()
  const again = await createTestForge({ seed: exported })
  expect(await again.export()).toEqual(exported)
  expect(exported.records?.milestones?.[0]).toMatchObject({ group: 'acme', title: 'Year' })
  expect(exported.records?.issues?.[0]).toMatchObject({ milestone: 'acme%1' })
  expect(again.db.labels.all()).toEqual(forge.db.labels.all())
})

it('a related issue that is not there is named', async () => {
  const issues = [{ title: 'One', author: 'jane', related: [7] }]
  const wrong = { users: [{ username: 'jane' }], projects: [{ path: 'jane/site', issues }] }
  await expect(createTestForge({ seed: wrong })).rejects.toThrow(
    'projects[0].issues[0].related[0]: there is no issue #7',
  )
})

it('what a suite writes is held to the labels that are there', async () => {
  const { db } = await createTestForge({ seed })
  const list = db.boardLists.create({ board_id: 1, label_id: 99 })
  await expect(list).rejects.toThrow('label_id 99 names no record')
  await expect(db.labels.create({ project_id: 1, title: 'bug' })).rejects.toThrow('is taken')
})
