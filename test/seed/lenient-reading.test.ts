import { describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'

describe('an entry without an author', () => {
  const project = {
    issues: [{ title: 'It leaks', notes: [{ body: 'Still.' }] }],
    snippets: [{ title: 'Fix', file_name: 'a.sh', code: 'true' }],
    repository: {
      commits: [
        {
          branch: 'master',
          message: 'First',
          author: 'jane',
          actions: [{ action: 'create' as const, file_path: 'x', content: 'x' }],
        },
        {
          branch: 'next',
          message: 'Second',
          author: 'jane',
          actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
        },
      ],
    },
    merge_requests: [{ title: 'Mend it', source_branch: 'next' }],
  }
  const authorsIn = (seed: object) => {
    const { users, issues, notes, snippets, mergeRequests } = loadSeed(seed, 'the test')
    const authors = [issues, notes, snippets, mergeRequests].flatMap((records) =>
      records
        .all()
        .filter((one) => !('system' in one) || !one.system)
        .map(({ author_id }) => author_id),
    )
    return authors.map((id) => users.get(id)?.username)
  }
  const users = [{ username: 'bob' }, { username: 'jane' }]

  it('belongs to the creator of the project', () => {
    const groups = [{ path: 'g', members: { bob: 'master' as const } }]
    expect(
      authorsIn({ users, groups, projects: [{ path: 'g/site', created_by: 'jane', ...project }] }),
    ).toEqual(['jane', 'jane', 'jane', 'jane'])
    expect(authorsIn({ users, projects: [{ path: 'jane/site', ...project }] })).toEqual([
      'jane',
      'jane',
      'jane',
      'jane',
    ])
  })

  it('belongs to the first master where nobody is said to have made the project', () => {
    const members = { bob: 'developer' as const, jane: 'master' as const }
    const seeds = [
      { users, groups: [{ path: 'g' }], projects: [{ path: 'g/site', members, ...project }] },
      { users, groups: [{ path: 'g', members }], projects: [{ path: 'g/site', ...project }] },
    ]
    for (const seed of seeds) expect(authorsIn(seed)).toEqual(['jane', 'jane', 'jane', 'jane'])
  })
})

describe('a list of members', () => {
  it('makes developers', () => {
    const { members } = loadSeed(
      {
        users: [{ username: 'jane' }, { username: 'bob' }],
        groups: [{ path: 'g', members: ['jane', 'bob'] }],
        projects: [{ path: 'jane/site', members: ['bob'] }],
      },
      'the test',
    )
    expect(
      members
        .all()
        .map(({ source_type, user_id, access_level }) => [source_type, user_id, access_level]),
    ).toEqual([
      ['group', 1, 30],
      ['group', 2, 30],
      ['project', 1, 40],
      ['project', 2, 30],
    ])
  })
})

describe('a time', () => {
  it.each([
    ['2016-05-01', '2016-05-01T00:00:00.000Z'],
    ['2016-05-01 10:30', '2016-05-01T10:30:00.000Z'],
    ['2016-05-01 10:30:15 +02:00', '2016-05-01T08:30:15.000Z'],
  ])('may be a day, or have a space: %s', (time, expected) => {
    const seed = {
      users: [{ username: 'jane' }],
      projects: [
        {
          path: 'jane/site',
          created_at: time,
          issues: [{ title: 'x', created_at: time }],
          repository: {
            commits: [
              {
                branch: 'master',
                message: 'First',
                author: 'jane',
                actions: [{ action: 'create' as const, file_path: 'x', content: 'x' }],
                at: time,
              },
            ],
          },
        },
      ],
      pipelines: [{ project: 'jane/site', at: time, builds: [{ name: 'test' }] }],
    }
    const { projects, issues, pipelines } = loadSeed(seed, 'the test')
    for (const records of [projects, issues, pipelines]) {
      expect(records.all().map(({ created_at }) => created_at)).toEqual([expected])
    }
  })
})
