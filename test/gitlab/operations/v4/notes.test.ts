import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }, { username: 'gus' }, { username: 'eve' }],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      members: { jane: 'owner', bob: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      snippets_enabled: true,
      issues: [
        {
          title: 'One',
          author: 'jane',
          notes: [
            { author: 'eve', body: 'First', at: '2017-01-01T00:00:00.000Z' },
            { author: 'jane', body: 'closed', system: true, at: '2017-01-02T00:00:00.000Z' },
            {
              author: 'jane',
              body: 'changed title from **A** to **One**',
              system: true,
              at: '2017-01-03T00:00:00.000Z',
            },
            {
              author: 'bob',
              body: 'Among us',
              internal: true,
              at: '2017-01-04T00:00:00.000Z',
            },
            {
              author: 'bob',
              body: 'A thread',
              discussion: 'a',
              at: '2017-01-05T00:00:00.000Z',
            },
          ],
        },
      ],
      merge_requests: [
        {
          title: 'Take it',
          author: 'jane',
          source_branch: 'feature',
          notes: [
            {
              author: 'bob',
              body: 'Why?',
              discussion: 'b',
              resolvable: true,
              resolved_by: 'jane',
            },
          ],
        },
      ],
      snippets: [
        { title: 'S', author: 'jane', file_name: 'a.rb', code: '1', visibility: 'public' },
      ],
      repository: {
        commits: [
          {
            message: 'First',
            label: 'first',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
          },
        ],
        branches: { feature: 'first' },
      },
    },
  ],
}

const path = '/projects/1/issues/1/notes'

describeV4('the notes of v4', { seed }, (api) => {
  const bodies = async (query: Record<string, unknown>, who = 'jane', at = path) => {
    const { status, body } = await api.as(who).get(at, query)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map((note: { body: string }) => note.body)
  }

  it('are listed newest first, without changes of the state', async () => {
    const title = 'changed title from **A** to **One**'
    expect(await bodies({})).toEqual(['A thread', 'Among us', title, 'First'])
    expect(await bodies({ sort: 'asc' })).toEqual(['First', title, 'Among us', 'A thread'])
    expect(await bodies({ activity_filter: 'only_activity' })).toEqual([title])
    expect(await bodies({ activity_filter: 'only_comments', sort: 'asc' })).toEqual([
      'First',
      'Among us',
      'A thread',
    ])
    await api.as('jane').put(`${path}/1`, { body: 'First, changed' })
    const same = await api.as('jane').put(`${path}/1`)
    expect([same.status, same.body.body]).toEqual([200, 'First, changed'])
    const [newest] = await bodies({ order_by: 'updated_at' })
    expect(newest).toBe('First, changed')
    expect((await api.as('jane').get(`${path}/2`)).status).toBe(404)
  })

  it('that are internal are for members who may read them', async () => {
    expect(await bodies({}, 'gus')).not.toContain('Among us')
    const whole = await api.as('bob').get(path)
    const listed = await api.as('gus').get(path, { per_page: whole.body.length })
    expect(listed.body).toHaveLength(whole.body.length - 1)
    expect(listed.headers.get('x-total')).toBe(whole.headers.get('x-total'))
    const { status, body } = await api.as('gus').get(`${path}/4`)
    expect([status, body]).toEqual([404, { message: '404 Note Not Found' }])
    const made = await api.as('bob').post(path, { body: 'More', internal: true })
    expect(made.body).toMatchObject({ internal: true, confidential: true })
    expect((await api.as('gus').post(path, { body: 'No', internal: true })).status).toBe(400)
  })

  it('have what v4 says of them', async () => {
    const { status, body } = await api.as('jane').get(`${path}/5`)
    expect([status, body]).toEqual([
      200,
      {
        id: 5,
        type: 'DiscussionNote',
        body: 'A thread',
        author: expect.objectContaining({ username: 'bob', locked: false }),
        created_at: '2017-01-05T00:00:00.000Z',
        updated_at: '2017-01-05T00:00:00.000Z',
        system: false,
        noteable_id: 1,
        noteable_type: 'Issue',
        project_id: 1,
        commit_id: null,
        resolvable: false,
        confidential: false,
        internal: false,
        imported: false,
        imported_from: 'none',
        noteable_iid: 1,
        commands_changes: {},
      },
    ])
    const [ofMergeRequest] = (await api.as('jane').get('/projects/1/merge_requests/1/notes')).body
    expect(ofMergeRequest).toMatchObject({
      resolvable: true,
      resolved: true,
      resolved_by: { username: 'jane' },
      noteable_iid: 1,
    })
  })

  it.each([
    ['/projects/1/issues/1/notes'],
    ['/projects/1/merge_requests/1/notes'],
    ['/projects/1/snippets/1/notes'],
  ])('are written at %s', async (at) => {
    const eve = api.as('eve')
    const made = await eve.post(at, { body: ':tractor:' })
    expect([made.status, made.body.body, made.body.type]).toEqual([201, ':tractor:', null])
    const one = `${at}/${made.body.id}`
    const changed = await eve.put(one, { body: 'Better' })
    expect([changed.status, changed.body.body]).toEqual([200, 'Better'])
    expect((await api.as('bob').put(one, { body: 'Mine' })).status).toBe(403)
    expect((await eve.put(one, { body: '' })).body).toEqual({ error: 'body is empty' })
    const deleted = await eve.delete(one)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    const again = await eve.delete(one)
    expect([again.status, again.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are not written without a text, nor without a caller', async () => {
    const missing = await api.as('jane').post(path)
    expect([missing.status, missing.body]).toEqual([400, { error: 'body is missing' }])
    const blank = await api.as('jane').post(path, { body: ' ' })
    expect([blank.status, blank.body]).toEqual([
      400,
      { message: `400 Bad request - Note {:note=>["can't be blank"]}` },
    ])
    expect((await api.anonymous.get(path)).status).toBe(401)
  })

  it('name the kind of a parent that is not there', async () => {
    const of = async (at: string) => (await api.as('jane').get(at)).body
    expect(await of('/projects/1/issues/9/notes')).toEqual({ message: '404 Issue Not Found' })
    expect(await of('/projects/1/merge_requests/9/notes')).toEqual({
      message: '404 MergeRequest Not Found',
    })
    expect(await of('/projects/1/snippets/9/notes')).toEqual({ message: '404 Snippet Not Found' })
  })

  it('of quick actions alone answer what was done', async () => {
    const { status, body } = await api.as('jane').post(path, { body: '/close\n/assign @bob' })
    expect(status).toBe(202)
    expect(body.commands_changes).toEqual({ state_event: 'close', assignee_ids: [2] })
    expect(body.summary).toEqual([expect.any(String)])
    const mixed = await api.as('jane').post(path, { body: 'Once more\n/reopen' })
    expect([mixed.status, mixed.body.body, mixed.body.commands_changes]).toEqual([
      201,
      'Once more',
      { state_event: 'reopen' },
    ])
  })

  it('say more of what changed than those of v3', async () => {
    const jane = api.as('jane')
    const issue = '/projects/1/issues/1'
    await jane.put(issue, { description: 'New', assignee_id: 2, due_date: '2018-09-20' })
    await jane.put(issue, { assignee_id: 3, discussion_locked: true, confidential: true })
    await jane.put(issue, { assignee_ids: [], due_date: '', confidential: false, labels: 'bug' })
    const noted = await bodies({ activity_filter: 'only_activity', sort: 'asc' })
    expect(noted.slice(1)).toEqual([
      'assigned to @bob',
      'changed the description',
      'changed due date to September 20, 2018',
      'assigned to @gus and unassigned @bob',
      'locked the discussion in this issue',
      'made the issue confidential',
      'unassigned @gus',
      'removed due date September 20, 2018',
      'made the issue visible to everyone',
    ])
  })

  it('are for members alone where the discussion is locked', async () => {
    await api.as('jane').put('/projects/1/issues/1', { discussion_locked: true })
    expect((await api.as('eve').post(path, { body: 'But' })).status).toBe(403)
    expect((await api.as('gus').post(path, { body: 'But' })).status).toBe(201)
  })

  it('are not written in an archived project', async () => {
    await api.forge.db.projects.update((query) => query.where({ id: 1 }), {
      data(project) {
        project.is_archived = true
      },
    })
    const jane = api.as('jane')
    expect((await jane.post(path, { body: 'But' })).status).toBe(403)
    expect((await jane.delete(`${path}/1`)).status).toBe(403)
    expect((await jane.put('/projects/1/issues/1', { title: 'But' })).status).toBe(403)
    expect((await jane.post('/projects/1/issues', { title: 'But' })).status).toBe(403)
    expect((await jane.get(path)).status).toBe(200)
  })
})
