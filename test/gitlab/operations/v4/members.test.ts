import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
    { username: 'mona' },
  ],
  groups: [
    {
      path: 'acme',
      name: 'Acme Inc',
      visibility: 'public',
      members: { jane: 'owner', bob: 'developer' },
    },
    { path: 'acme/inner', visibility: 'public' },
  ],
  projects: [{ path: 'acme/inner/tool', visibility: 'public', members: { mona: 'master' } }],
}

/** Specification of v4, people-groups-projects.md, section 6. */
describeV4('members', { seed }, (api) => {
  const [root, jane, mona] = [api.as('root'), api.as('jane'), api.as('mona')]
  const inherited =
    'should be greater than or equal to Developer inherited membership from group Acme Inc'

  it.each(['/groups/acme%2Finner', '/projects/1'])(
    'of %s have no less than the groups around it give them',
    async (place) => {
      const path = `${place}/members`
      const less = await jane.post(path, { user_id: 3, access_level: 20 })
      expect([less.status, less.body]).toEqual([400, { message: { access_level: [inherited] } }])
      expect((await jane.post(path, { user_id: 3, access_level: 30 })).status).toBe(201)
      const lower = await jane.put(`${path}/3`, { access_level: 10 })
      expect(lower.body).toEqual({ message: { access_level: [inherited] } })
      expect((await jane.put(`${path}/3`, { access_level: 40 })).body.access_level).toBe(40)
    },
  )

  it('of several are named with the reason why they are not added', async () => {
    const { status, body } = await jane.post('/projects/1/members', {
      username: 'bob,eve,nobody',
      access_level: 20,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      status: 'error',
      message: { bob: `Access level ${inherited}`, nobody: 'User not found' },
    })
    expect((await jane.get('/projects/1/members/4')).body.access_level).toBe(20)
  })

  it('are members until a day to come, or for ever', async () => {
    const path = '/groups/acme/members'
    const over = await jane.post(path, { user_id: 4, access_level: 30, expires_at: '2017-01-14' })
    const message = { expires_at: ['cannot be a date in the past'] }
    expect([over.status, over.body]).toEqual([400, { message }])
    const terms = { user_id: 4, access_level: 30, expires_at: '2017-02-01' }
    expect((await jane.post(path, terms)).body.expires_at).toBe('2017-02-01')
    const kept = await jane.put(`${path}/4`, { access_level: 20 })
    expect(kept.body).toMatchObject({ access_level: 20, expires_at: '2017-02-01' })
    const cleared = await jane.put(`${path}/4`, { access_level: 20, expires_at: '' })
    expect(cleared.body.expires_at).toBeNull()
  })

  it.each([
    ['no level', { user_id: 4, access_level: 31 }, 400],
    ['nobody', { user_id: 99, access_level: 30 }, 404],
  ])('are refused: %s', async (_, terms, status) => {
    const answer = await jane.post('/groups/acme/members', terms)
    const message =
      status === 400 ? { access_level: ['is not included in the list'] } : '404 User Not Found'
    expect([answer.status, answer.body]).toEqual([status, { message }])
  })

  it('of a project get no more than who adds them has', async () => {
    const path = '/projects/1/members'
    expect((await mona.post(path, { user_id: 4, access_level: 50 })).status).toBe(403)
    expect((await mona.post(path, { user_id: 4, access_level: 40 })).status).toBe(201)
    expect((await mona.put(`${path}/4`, { access_level: 50 })).status).toBe(403)
    expect((await jane.put(`${path}/4`, { access_level: 50 })).status).toBe(200)
  })

  it('leave what is within a group as well, unless they are to stay there', async () => {
    await jane.post('/groups/acme%2Finner/members', { user_id: 3, access_level: 40 })
    await jane.post('/projects/1/members', { user_id: 3, access_level: 40 })
    await jane.delete('/groups/acme/members/3?skip_subresources=true')
    expect((await root.get('/projects/1/members/3')).status).toBe(200)
    await jane.post('/groups/acme/members', { user_id: 3, access_level: 30 })
    expect((await jane.delete('/groups/acme/members/3')).status).toBe(204)
    expect((await root.get('/groups/acme%2Finner/members/3')).status).toBe(404)
    expect((await root.get('/projects/1/members/3')).status).toBe(404)
  })

  it.each(['/groups/acme', '/projects/1'])('of %s are named in one way', async (place) => {
    const terms = { user_id: 4, username: 'eve', access_level: 20 }
    const both = await jane.post(`${place}/members`, terms)
    const error = 'user_id, username are mutually exclusive'
    expect([both.status, both.body]).toEqual([400, { error }])
    const none = await jane.get(`${place}/members/99`)
    expect([none.status, none.body]).toEqual([404, { message: '404 Not found' }])
    expect((await jane.get(`${place}/members/all/99`)).body).toEqual({ message: '404 Not found' })
  })

  it.each(['jane', 'root'])(
    'keep the last owner of a group, whom %s neither removes nor lowers',
    async (who) => {
      const path = '/groups/acme/members/2'
      for (const answer of [
        await api.as(who).delete(path),
        await api.as(who).put(path, { access_level: 40 }),
      ]) {
        expect([answer.status, answer.body]).toEqual([403, { message: '403 Forbidden' }])
      }
      await jane.post('/groups/acme/members', { user_id: 4, access_level: 50 })
      expect((await jane.put(path, { access_level: 40 })).body.access_level).toBe(40)
    },
  )

  it('of a project that are its owners are changed and removed by owners', async () => {
    await jane.post('/projects/1/members', { user_id: 4, access_level: 50 })
    expect((await mona.put('/projects/1/members/4', { access_level: 30 })).status).toBe(403)
    expect((await mona.delete('/projects/1/members/4')).status).toBe(403)
    expect((await jane.put('/projects/1/members/4', { access_level: 30 })).status).toBe(200)
    expect((await mona.delete('/projects/1/members/4')).status).toBe(204)
  })

  it('are owners of the projects in their own namespace, and stay so', async () => {
    const { id } = (await mona.post('/projects', { name: 'own' })).body
    expect((await mona.get(`/projects/${id}/members/5`)).body.access_level).toBe(50)
    expect((await mona.get(`/projects/${id}/members/all`)).body[0].access_level).toBe(50)
    const { permissions } = (await mona.get(`/projects/${id}`)).body
    expect(permissions.project_access).toEqual({ access_level: 50, notification_level: 3 })
    const memberships = (await root.get('/users/5/memberships')).body
    expect(memberships).toContainEqual({
      source_id: id,
      source_name: 'own',
      source_type: 'Project',
      access_level: 50,
    })
    const path = `/projects/${id}/members/5`
    expect((await root.put(path, { access_level: 30 })).status).toBe(403)
    expect((await root.delete(path)).status).toBe(403)
  })

  it('are notified as they chose, which their permissions show', async () => {
    await jane.put('/groups/acme/notification_settings', { level: 'mention' })
    const { permissions } = (await jane.get('/projects/1')).body
    expect(permissions.group_access).toEqual({ access_level: 50, notification_level: 4 })
  })

  it.each([
    ['a group, within it', '/groups/acme'],
    ['a project', '/projects/1'],
  ])('that leave %s may be taken off what they are assigned to', async (_, place) => {
    await jane.post(`${place}/members`, { user_id: 4, access_level: 30 })
    const assigned = { title: 'It leaks', assignee_ids: [4] }
    const { iid } = (await jane.post('/projects/1/issues', assigned)).body
    const assignees = async () => (await jane.get(`/projects/1/issues/${iid}`)).body.assignees
    await jane.delete(`${place}/members/4?skip_subresources=true`)
    expect(await assignees()).toMatchObject([{ username: 'eve' }])
    await jane.post(`${place}/members`, { user_id: 4, access_level: 30 })
    await jane.delete(`${place}/members/4?unassign_issuables=true`)
    expect(await assignees()).toEqual([])
  })
})

describeV4('what is not saved', { seed }, (api) => {
  it('is said of a group as Ruby writes it', async () => {
    const jane = api.as('jane')
    const taken = await jane.post('/groups', { name: 'x', path: 'acme' })
    expect([taken.status, taken.body]).toEqual([
      400,
      { message: 'Failed to save group {:path=>["has already been taken"]}' },
    ])
    const both = await jane.post('/groups', { name: '', path: 'acme' })
    expect(both.body.message).toBe(
      'Failed to save group {:name=>["can\'t be blank"], :path=>["has already been taken"]}',
    )
  })

  it('is a project beyond the limit of its creator', async () => {
    await api.as('root').put('/users/2', { projects_limit: 0 })
    await api.as('root').put('/users/3', { projects_limit: 1 })
    await api.as('bob').post('/projects', { name: 'one' })
    const more = await api.as('bob').post('/projects', { name: 'two' })
    expect([more.status, more.body]).toEqual([
      403,
      {
        error: [
          'Your project limit is 1 projects! Please contact your administrator to increase it',
        ],
      },
    ])
    expect((await api.as('jane').post('/projects', { name: 'none' })).status).toBe(403)
  })
})

describeV4('members of another project', { seed }, (api) => {
  const mona = api.as('mona')

  it('come from another project, who are not there yet', async () => {
    const made = await mona.post('/projects', { name: 'crew' })
    const { id } = made.body
    await mona.post(`/projects/${id}/members`, { user_id: 4, access_level: 20 })
    await mona.post(`/projects/${id}/members`, { user_id: 2, access_level: 50 })
    const { status, body } = await mona.post(`/projects/1/import_project_members/${id}`)
    expect([status, body]).toEqual([201, { status: 'success' }])
    const levels = (await mona.get('/projects/1/members')).body.map(
      (one: { username: string; access_level: number }) => [one.username, one.access_level],
    )
    // A maintainer makes nobody an owner, and stays what they are.
    expect(levels.toSorted()).toEqual([
      ['eve', 20],
      ['jane', 40],
      ['mona', 40],
    ])
  })

  it('come from no project that the caller does not manage or see, and into none', async () => {
    const { id } = (await mona.post('/projects', { name: 'crew', visibility: 'private' })).body
    const importing = async (who: string, to: number, from: number) => {
      const { status, body } = await api
        .as(who)
        .post(`/projects/${to}/import_project_members/${from}`)
      return [status, body.message]
    }
    expect(await importing('jane', 1, id)).toEqual([404, '404 Project Not Found'])
    expect(await importing('jane', 1, 99)).toEqual([404, '404 Project Not Found'])
    await mona.post(`/projects/${id}/members`, { user_id: 2, access_level: 30 })
    expect(await importing('jane', 1, id)).toEqual([403, '403 Forbidden - Project'])
    expect(await importing('eve', 1, id)).toEqual([403, '403 Forbidden'])
    expect((await api.anonymous.post(`/projects/1/import_project_members/${id}`)).status).toBe(401)
  })
})
