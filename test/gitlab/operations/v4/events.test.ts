import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/open',
      visibility: 'public',
      members: { bob: 'developer' },
      created_at: '2017-01-01',
      repository: {
        commits: [
          {
            author: 'jane',
            message: 'First line\n\nMore',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
    { path: 'jane/hidden', visibility: 'private', created_at: '2017-01-02' },
  ],
}

describeV4('events', { seed }, (api) => {
  const v3 = (username: string, method: string, path: string, body: object) =>
    api.request(`/api/v3${path}?private_token=${username}-token`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const listed = (events: readonly { action_name: string; target_type: string | null }[]) =>
    events.map(({ action_name, target_type }) => `${action_name} ${target_type}`)

  async function work() {
    await v3('bob', 'POST', '/projects/1/issues', { title: 'One' })
    await v3('bob', 'POST', '/projects/1/issues/1/notes', { body: 'A comment' })
    await v3('jane', 'PUT', '/projects/1/issues/1', { state_event: 'close' })
    await v3('jane', 'POST', '/projects/2/issues', { title: 'Secret' })
  }

  it('are those of the caller, the newest first', async () => {
    await work()
    const { status, body } = await api.as('bob').get('/events')
    expect(status).toBe(200)
    expect(listed(body)).toEqual(['commented on Note', 'opened Issue'])
    expect(body[1]).toEqual({
      id: expect.any(Number),
      project_id: 1,
      action_name: 'opened',
      target_id: 1,
      target_iid: 1,
      target_type: 'Issue',
      author_id: 3,
      target_title: 'One',
      created_at: '2017-01-15T12:00:00.000Z',
      author: expect.objectContaining({ username: 'bob', web_url: `${api.origin}/bob` }),
      imported: false,
      imported_from: 'none',
      author_username: 'bob',
    })
    expect(body[0]).toMatchObject({
      target_title: 'One',
      note: { body: 'A comment', noteable_type: 'Issue' },
    })
    expect((await api.anonymous.get('/events')).status).toBe(401)
  })

  it('of all projects of the caller are asked for by scope', async () => {
    await work()
    const { body } = await api.as('bob').get('/events', { scope: 'all', action: 'closed' })
    expect(listed(body)).toEqual(['closed Issue'])
    expect(body[0].author_username).toBe('jane')
    expect((await api.as('bob').get('/events', { action: 'closed' })).body).toEqual([])
  })

  it('of a user are seen where the project is, by id and by username', async () => {
    await work()
    const titles = async (client: typeof api.anonymous, user: string) => {
      const { body } = await client.get(`/users/${user}/events`, { target_type: 'issue' })
      return body.map(({ target_title }: { target_title: string }) => target_title)
    }
    expect(await titles(api.anonymous, 'JANE')).toEqual(['One'])
    expect(await titles(api.as('jane'), '2')).toEqual(['Secret', 'One'])
    expect((await api.anonymous.get('/users/nobody/events')).body).toEqual({
      message: '404 User Not Found',
    })
  })

  it('of a project say what was pushed', async () => {
    const { body } = await api.anonymous.get('/projects/1/events', { action: 'pushed' })
    expect(body[0]).toMatchObject({ action_name: 'pushed new', target_type: null })
    expect(body[0].push_data).toEqual({
      commit_count: 1,
      action: 'created',
      ref_type: 'branch',
      commit_from: null,
      commit_to: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: 'master',
      commit_title: 'First line',
      ref_count: null,
    })
    expect((await api.anonymous.get('/projects/2/events')).status).toBe(404)
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{ action: 'commented' }, ['commented on Note']],
    [{ action: 'closed' }, ['closed Issue']],
    [{ target_type: 'note' }, ['commented on Note']],
    [{ target_type: 'issue', sort: 'asc' }, ['opened Issue', 'closed Issue']],
    [{ target_type: 'project' }, ['created null']],
    [{ target_type: 'wiki' }, []],
    [{ action: 'approved' }, []],
    [{ after: '2017-01-15' }, []],
    [{ after: '2017-01-14', action: 'closed' }, ['closed Issue']],
    [{ before: '2017-01-15', action: 'closed' }, []],
  ])('are filtered by %j', async (parameters, expected) => {
    await work()
    expect(listed((await api.as('jane').get('/projects/1/events', parameters)).body)).toEqual(
      expected,
    )
  })

  it('refuse an action that is none', async () => {
    const { status, body } = await api.as('jane').get('/events', { action: 'danced' })
    expect([status, body]).toEqual([400, { error: 'action does not have a valid value' }])
  })
})
