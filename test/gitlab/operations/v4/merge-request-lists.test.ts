import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const file = (file_path: string) => [{ action: 'create' as const, file_path, content: 'a\n' }]
const repository = {
  commits: [
    { message: 'Begin', author: 'jane', actions: file('a') },
    { message: 'One', author: 'jane', branch: 'one', actions: file('b') },
    { message: 'Two', author: 'jane', branch: 'two', actions: file('c') },
    { message: 'Three', author: 'jane', branch: 'three', actions: file('d') },
    { message: 'Four', author: 'jane', branch: 'four', actions: file('e') },
  ],
}

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'gus' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      members: { jane: 'owner', bob: 'developer', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: [{ title: 'bug', color: '#FFEEDD' }, 'docs'],
      milestones: [
        { title: 'v1', due_date: '2017-01-10' },
        { title: 'v2', due_date: '2017-03-01' },
      ],
      repository,
      merge_requests: [
        {
          title: 'Mend the link',
          author: 'jane',
          assignee: 'bob',
          reviewers: ['gus'],
          labels: ['docs', 'bug'],
          milestone: 'v1',
          source_branch: 'one',
          created_at: '2017-01-01T00:00:00.000Z',
          awards: [{ name: 'thumbsup', by: 'jane' }],
        },
        {
          title: 'Draft: Another page',
          description: 'has a broken picture',
          author: 'bob',
          labels: ['bug'],
          milestone: 'v2',
          source_branch: 'two',
          target_branch: 'one',
          created_at: '2017-01-02T00:00:00.000Z',
        },
        {
          title: 'Closed',
          author: 'jane',
          source_branch: 'three',
          state: 'closed',
          closed_at: '2017-01-04T00:00:00.000Z',
          created_at: '2017-01-03T00:00:00.000Z',
        },
        {
          title: 'Merged',
          author: 'bob',
          source_branch: 'four',
          state: 'merged',
          merged_by: 'jane',
          merged_at: '2017-01-05T00:00:00.000Z',
          created_at: '2017-01-04T00:00:00.000Z',
        },
        {
          title: 'Reopened',
          author: 'bob',
          source_branch: 'three',
          target_branch: 'two',
          state: 'reopened',
          created_at: '2017-01-05T00:00:00.000Z',
        },
      ],
    },
    {
      path: 'acme/hidden',
      visibility: 'private',
      repository,
      merge_requests: [
        { title: 'Hidden', author: 'jane', source_branch: 'one', assignee: 'gus' },
        { title: 'Hidden from guests', author: 'jane', source_branch: 'two' },
      ],
    },
    { path: 'jane/app', visibility: 'public', repository, archived: true },
    { path: 'jane/off', visibility: 'public', merge_requests_enabled: false },
  ],
}

const path = '/projects/1/merge_requests'

describeV4('the lists of merge requests of v4', { seed }, (api) => {
  const iids = async (query: Record<string, unknown>, who = 'jane', at = path) => {
    const { status, body } = await api.as(who).get(at, { sort: 'asc', ...query })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map(({ iid }: { iid: number }) => iid)
  }
  const titles = async (query: Record<string, unknown>, who: string, at: string) => {
    const { status, body } = await api.as(who).get(at, { sort: 'asc', ...query })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map(({ title }: { title: string }) => title)
  }

  it.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ state: 'all' }, [1, 2, 3, 4, 5]],
    [{ state: 'opened' }, [1, 2, 5]],
    [{ state: 'closed' }, [3]],
    [{ state: 'merged' }, [4]],
    [{ state: 'locked' }, []],
    [{ iids: '2,9,4' }, [2, 4]],
    [{ 'iids[]': 4 }, [4]],
    [{ scope: 'all' }, [1, 2, 3, 4, 5]],
    [{ scope: 'created_by_me' }, [1, 3]],
    [{ scope: 'created-by-me', author_username: 'bob' }, []],
    [{ scope: 'assigned_to_me' }, []],
    [{ scope: 'reviews_for_me' }, []],
    [{ author_id: 3 }, [2, 4, 5]],
    [{ author_username: 'BOB' }, [2, 4, 5]],
    [{ author_username: 'nobody' }, []],
    [{ author_id: 99 }, []],
    [{ assignee_id: 3 }, [1]],
    [{ assignee_id: 'None' }, [2, 3, 4, 5]],
    [{ assignee_id: 'any' }, [1]],
    [{ assignee_username: 'bob' }, [1]],
    [{ reviewer_id: 4 }, [1]],
    [{ reviewer_id: 'None' }, [2, 3, 4, 5]],
    [{ reviewer_username: 'gus' }, [1]],
    [{ reviewer_username: 'Any' }, [1]],
    [{ reviewer_username: 'None' }, [2, 3, 4, 5]],
    [{ merge_user_id: 2 }, [4]],
    [{ merge_user_username: 'jane' }, [4]],
    [{ merge_user_username: 'bob' }, []],
    [{ labels: 'bug' }, [1, 2]],
    [{ labels: 'bug,docs' }, [1]],
    [{ labels: 'Bug' }, []],
    [{ labels: 'NONE' }, [3, 4, 5]],
    [{ labels: 'Any' }, [1, 2]],
    [{ milestone: 'v1' }, [1]],
    [{ milestone: 'None' }, [3, 4, 5]],
    [{ milestone: 'Any' }, [1, 2]],
    [{ milestone: 'Upcoming' }, [2]],
    [{ milestone: 'nothing' }, []],
    [{ my_reaction_emoji: 'thumbsup' }, [1]],
    [{ my_reaction_emoji: 'None' }, [2, 3, 4, 5]],
    [{ source_branch: 'three' }, [3, 5]],
    [{ target_branch: 'one' }, [2]],
    [{ source_project_id: 1 }, [1, 2, 3, 4, 5]],
    [{ source_project_id: 2 }, []],
    [{ wip: 'yes' }, [2]],
    [{ wip: 'no' }, [1, 3, 4, 5]],
    [{ draft: true }, [2]],
    [{ draft: false }, [1, 3, 4, 5]],
    [{ search: 'BROKEN picture' }, [2]],
    [{ search: 'page', in: 'title' }, [2]],
    [{ search: 'picture', in: 'title' }, []],
    [{ created_after: '2017-01-04T00:00:00Z' }, [4, 5]],
    [{ created_before: '2017-01-02T00:00:00Z' }, [1, 2]],
    [{ updated_after: '2017-01-05T00:00:00Z', state: 'merged' }, [4]],
    [{ updated_before: '2017-01-04T00:00:00Z', state: 'closed' }, [3]],
    [{ merged_after: '2017-01-05T00:00:00Z' }, [4]],
    [{ merged_before: '2017-01-04T00:00:00Z' }, []],
    [{ approved: 'no' }, [1, 2, 3, 4, 5]],
    [{ 'approver_ids[]': 'None' }, [1, 2, 3, 4, 5]],
    [{ 'not[author_id]': 3 }, [1, 3]],
    [{ 'not[author_username]': 'jane' }, [2, 4, 5]],
    [{ 'not[assignee_id]': 3 }, [2, 3, 4, 5]],
    [{ 'not[reviewer_id]': 4 }, [2, 3, 4, 5]],
    [{ 'not[reviewer_username]': 'gus' }, [2, 3, 4, 5]],
    [{ 'not[labels]': 'docs' }, [2, 3, 4, 5]],
    [{ 'not[labels]': 'docs,bug' }, [3, 4, 5]],
    [{ 'not[milestone]': 'v1' }, [2, 3, 4, 5]],
    [{ 'not[my_reaction_emoji]': 'thumbsup' }, [2, 3, 4, 5]],
    [{ order_by: 'title' }, [3, 2, 1, 4, 5]],
    [{ order_by: 'milestone_due' }, [1, 2, 3, 4, 5]],
    [{ order_by: 'popularity', sort: 'desc' }, [1, 5, 4, 3, 2]],
    [{ order_by: 'merged_at' }, [4, 1, 2, 3, 5]],
    [{ sort: 'desc' }, [5, 4, 3, 2, 1]],
    [{ with_merge_status_recheck: true }, [1, 2, 3, 4, 5]],
  ])('are filtered by %j', async (query, expected) => {
    expect(await iids(query)).toEqual(expected)
  })

  it.each([
    [{ state: 'reopened' }, 'state does not have a valid value'],
    [{ scope: 'mine' }, 'scope does not have a valid value'],
    [{ author_id: 1, author_username: 'bob' }, 'author_id, author_username are mutually exclusive'],
    [
      { reviewer_id: 1, reviewer_username: 'bob' },
      'reviewer_id, reviewer_username are mutually exclusive',
    ],
    [{ wip: 'yes', draft: true }, 'wip, draft are mutually exclusive'],
    [{ assignee_id: 'x' }, "assignee_id should be an integer, 'None' or 'Any', however got x"],
    [{ assignee_username: 'a,b' }, 'assignee_username allows one value, but found 2: a, b'],
  ])('are refused for %j', async (query, error) => {
    const { status, body } = await api.as('jane').get(path, query)
    expect(status).toBe(400)
    expect(body).toEqual({ error })
  })

  it('say little of each with view=simple', async () => {
    const { body } = await api.as('jane').get(path, { view: 'simple', iids: '5' })
    expect(body).toEqual([
      {
        id: 5,
        iid: 5,
        project_id: 1,
        title: 'Reopened',
        description: null,
        state: 'opened',
        created_at: '2017-01-05T00:00:00.000Z',
        updated_at: expect.any(String),
        web_url: `${api.origin}/acme/site/-/merge_requests/5`,
      },
    ])
  })

  it('give labels with all that is known of them', async () => {
    const { body } = await api.as('jane').get(path, { with_labels_details: true, iids: '1' })
    expect(body[0].labels).toMatchObject([{ name: 'bug', color: '#FFEEDD' }, { name: 'docs' }])
    expect(body[0]).not.toHaveProperty('subscribed')
  })

  it('of the caller are those that they wrote, or that scope asks for', async () => {
    const at = '/merge_requests'
    expect(await titles({}, 'bob', at)).toEqual(['Draft: Another page', 'Merged', 'Reopened'])
    expect(await titles({ scope: 'assigned_to_me' }, 'bob', at)).toEqual(['Mend the link'])
    expect(await titles({ scope: 'reviews_for_me' }, 'gus', at)).toEqual(['Mend the link'])
    expect(await titles({ scope: 'all', state: 'opened' }, 'eve', at)).toEqual([
      'Mend the link',
      'Draft: Another page',
      'Reopened',
    ])
    expect((await api.anonymous.get(at)).status).toBe(401)
    const { status, body } = await api.anonymous.get(at, { scope: 'all' })
    expect(status).toBe(200)
    expect(body.map((one: { references: object }) => one.references)).toContainEqual({
      short: '!1',
      relative: 'acme/site!1',
      full: 'acme/site!1',
    })
  })

  it('of a group are those that the caller sees', async () => {
    const at = '/groups/acme/merge_requests'
    const opened = { state: 'opened', order_by: 'title' }
    const open = ['Draft: Another page', 'Mend the link', 'Reopened']
    expect(await titles(opened, 'eve', at)).toEqual(open)
    // A guest of a private project sees what is assigned to them.
    expect(await titles(opened, 'gus', at)).toEqual([open[0], 'Hidden', open[1], open[2]])
    expect(await titles({ ...opened, scope: 'created_by_me' }, 'bob', at)).toEqual([
      open[0],
      open[2],
    ])
    const { body } = await api.as('jane').get(at, { search: 'Mend' })
    expect(body[0]).toMatchObject({ reference: 'site!1', references: { relative: 'site!1' } })
  })

  it('of a project are for whoever reads its merge requests', async () => {
    expect((await api.as('gus').get('/projects/2/merge_requests')).status).toBe(403)
    expect((await api.as('eve').get('/projects/2/merge_requests')).status).toBe(404)
    expect((await api.as('jane').get('/projects/4/merge_requests')).status).toBe(403)
    expect((await api.anonymous.get(path)).status).toBe(200)
  })

  it('count for who is assigned and who is to review', async () => {
    expect((await api.as('bob').get('/user_counts')).body).toMatchObject({
      assigned_merge_requests: 1,
      review_requested_merge_requests: 0,
    })
    expect((await api.as('gus').get('/user_counts')).body).toMatchObject({
      assigned_merge_requests: 1,
      review_requested_merge_requests: 1,
    })
  })
})
