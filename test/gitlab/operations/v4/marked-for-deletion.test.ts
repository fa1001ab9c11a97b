import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [
    { path: 'acme', members: { jane: 'owner' } },
    { path: 'acme/inner', members: { jane: 'owner' } },
    { path: 'other', members: { jane: 'owner' } },
    { path: 'other/moving', members: { jane: 'owner' } },
  ],
  projects: [
    { path: 'acme/inner/tool', issues: [{ title: 'Old', author: 'jane' }] },
    { path: 'other/site', issues: [{ title: 'Old', author: 'jane' }] },
  ],
}

/** Specification of v4, people-groups-projects.md, section 5.3. */
describeV4('what is marked for deletion', { seed }, (api) => {
  const jane = api.as('jane')
  const idOf = async (path: string): Promise<number> =>
    (await jane.get(`/groups/${encodeURIComponent(path)}`)).body.id

  describe('a group', () => {
    it.each(['jane', 'root'])('takes no groups, nor do those within it: %s', async (username) => {
      const parents = [await idOf('acme'), await idOf('acme/inner')]
      await jane.delete('/groups/acme')
      for (const parent_id of parents) {
        const { status } = await api
          .as(username)
          .post('/groups', { name: 'a', path: 'a', parent_id })
        expect(status).toBe(403)
      }
      await jane.post(`/groups/${parents[0]}/restore`)
      for (const parent_id of parents) {
        const { status } = await api
          .as(username)
          .post('/groups', { name: 'a', path: 'a', parent_id })
        expect(status).toBe(201)
      }
    })

    it.each(['jane', 'root'])('takes nothing that is moved or forked: %s', async (username) => {
      const caller = api.as(username)
      const [acme, inner, moving] = [
        await idOf('acme'),
        await idOf('acme/inner'),
        await idOf('other/moving'),
      ]
      await jane.delete('/groups/acme')
      for (const id of [acme, inner]) {
        const group = await caller.post(`/groups/${moving}/transfer`, { group_id: id })
        expect([group.status, group.body.message]).toEqual([
          400,
          "Transfer failed: You don't have enough permissions.",
        ])
        const project = await caller.put('/projects/2/transfer', { namespace: id })
        expect(project.status).toBe(400)
        const fork = await caller.post('/projects/2/fork', { namespace_id: id })
        expect([fork.status, fork.body.message]).toEqual([404, '404 Target Namespace Not Found'])
      }
      const places = await caller.get(`/groups/${moving}/transfer_locations`)
      expect(places.body.map(({ id }: { id: number }) => id)).not.toContain(acme)
    })

    it('is not archived, nor is what is within it', async () => {
      const ids = [await idOf('acme'), await idOf('acme/inner')]
      await jane.delete('/groups/acme')
      for (const id of ids) {
        const { status, body } = await jane.post(`/groups/${id}/archive`)
        expect([status, body.message]).toEqual([
          422,
          'Cannot archive group since it is scheduled for deletion.',
        ])
      }
    })

    it('may be written to otherwise, as the projects within it', async () => {
      const acme = await idOf('acme')
      await jane.delete('/groups/acme')
      const group = `/groups/${acme}`
      const done = [
        await jane.put(group, { description: 'Going' }),
        await jane.post(`${group}/labels`, { name: 'late', color: '#ff0000' }),
        await jane.post(`${group}/milestones`, { title: 'late' }),
        await jane.post(`${group}/members`, { user_id: 3, access_level: 30 }),
        await jane.post(`${group}/variables`, { key: 'LATE', value: 'yes' }),
        await jane.post('/projects/1/issues', { title: 'Late' }),
        await jane.put('/projects/1/issues/1', { title: 'Later' }),
      ]
      expect(done.map(({ status }) => status)).toEqual([200, 201, 201, 201, 201, 201, 200])
    })
  })

  describe('a project', () => {
    it('is archived, until it is restored', async () => {
      await jane.delete('/projects/2')
      expect((await jane.get('/projects/2')).body).toMatchObject({
        archived: true,
        marked_for_deletion_on: '2017-01-15',
      })
      const { body } = await jane.post('/projects/2/restore')
      expect(body).toMatchObject({ archived: false, marked_for_deletion_on: null, path: 'site' })
    })

    it('is read-only: what an archived one refuses is a 403', async () => {
      await jane.delete('/projects/2')
      const file = { branch: 'master', commit_message: 'Late', content: 'x' }
      const refused = [
        await jane.post('/projects/2/issues', { title: 'Late' }),
        await jane.put('/projects/2/issues/1', { title: 'Later' }),
        await jane.post('/projects/2/issues/1/notes', { body: 'Late' }),
        await jane.post('/projects/2/labels', { name: 'late', color: '#ff0000' }),
        await jane.post('/projects/2/milestones', { title: 'late' }),
        await jane.post('/projects/2/repository/files/a.txt', file),
        await jane.post('/projects/2/wikis', { title: 'Late', content: 'x' }),
      ]
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
      const allowed = [
        await jane.put('/projects/2', { description: 'Going' }),
        await jane.post('/projects/2/members', { user_id: 3, access_level: 30 }),
      ]
      expect(allowed.map(({ status }) => status)).toEqual([200, 201])
    })
  })
})
