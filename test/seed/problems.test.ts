import { describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'
import { SeedError, type SeedProblem } from '../../src/seed/problems.ts'

function problemsOf(seed: unknown): readonly SeedProblem[] {
  try {
    loadSeed(seed, 'the test')
    return []
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    return error.problems
  }
}

const users = [{ username: 'jane' }, { username: 'bob' }]

describe('the message of a wrong seed', () => {
  it('shows the first 20 problems and counts the others', () => {
    const wrong = Array.from({ length: 1000 }, (_, index) => ({ username: `user ${index}` }))
    let message = ''
    try {
      loadSeed({ users: wrong }, 'big.yaml')
    } catch (error) {
      message = error instanceof Error ? error.message : ''
    }
    const lines = message.split('\n')
    expect(lines[0]).toBe('The seed big.yaml is wrong in 1000 places:')
    expect(lines).toHaveLength(22)
    expect(lines[20]).toContain('users[19].username')
    expect(lines[21]).toBe('  and 980 more')
    expect(problemsOf({ users: wrong })).toHaveLength(1000)
  })

  it.each<[string, unknown, string, string]>([
    [
      'a user',
      { users, projects: [{ path: 'jane/site', members: { jnae: 'guest' } }] },
      'projects[0].members.jnae',
      'there is no user "jnae" in this seed; did you mean "jane"?',
    ],
    [
      'a group',
      { users, groups: [{ path: 'tidewater' }], projects: [{ path: 'tidewatr/site' }] },
      'projects[0].path',
      'there is no user or group "tidewatr" in this seed; did you mean "tidewater"?',
    ],
    [
      'a project',
      { users: [{ username: 'jane', stars: ['jane/sit'] }], projects: [{ path: 'jane/site' }] },
      'users[0].stars[0]',
      'there is no project "jane/sit" in this seed; did you mean "jane/site"?',
    ],
    [
      'a milestone',
      {
        users,
        projects: [
          {
            path: 'jane/site',
            milestones: [{ title: 'Six languages' }],
            issues: [{ title: 'French', author: 'jane', milestone: 'Six language' }],
          },
        ],
      },
      'projects[0].issues[0].milestone',
      'the project has no milestone "Six language"; did you mean "Six languages"?',
    ],
    [
      'a branch',
      {
        users,
        projects: [
          {
            path: 'jane/site',
            repository: {
              commits: [
                {
                  branch: 'master',
                  message: 'First',
                  author: 'jane',
                  actions: [{ action: 'create' as const, file_path: 'x', content: 'x' }],
                },
              ],
              branches: { next: 'mster' },
            },
          },
        ],
      },
      'projects[0].repository.branches.next',
      'there is no commit "mster" in this seed; did you mean "master"?',
    ],
    [
      'a field',
      { users, projects: [{ path: 'jane/site', issues: [{ titel: 'It leaks', title: 'x' }] }] },
      'projects[0].issues[0]',
      'there is no field "titel" here; did you mean "title"?',
    ],
    ['a list', { user: [] }, '', 'there is no field "user" here; did you mean "users"?'],
    [
      'a name that is far from all others',
      { users, projects: [{ path: 'jane/site', members: { alexandra: 'guest' } }] },
      'projects[0].members.alexandra',
      'there is no user "alexandra" in this seed',
    ],
  ])('asks whether a close name was meant: %s', (_, seed, path, reason) => {
    expect(problemsOf(seed)).toEqual([{ path, reason }])
  })

  it.each<[string, unknown, string]>([
    ['an e-mail', { users: [{ username: 'a', email: 'nobody' }] }, 'users[0].email'],
    [
      'a second e-mail',
      { users: [{ username: 'a', emails: ['x@y.z', 'x'] }] },
      'users[0].emails[1]',
    ],
    ['a website', { users: [{ username: 'a', website_url: 'my site' }] }, 'users[0].website_url'],
    ['a picture', { users: [{ username: 'a', avatar_url: 'me.png' }] }, 'users[0].avatar_url'],
    [
      'an environment',
      { environments: [{ project: 'a/b', name: 'x', external_url: 'here' }] },
      'environments[0].external_url',
    ],
    [
      'a status',
      { statuses: [{ project: 'a/b', state: 'success', author: 'a', target_url: 'ci' }] },
      'statuses[0].target_url',
    ],
  ])('checks addresses: %s', (_, seed, path) => {
    expect(problemsOf(seed).map((problem) => problem.path)).toContain(path)
  })
})

describe('a seed that is wrong in its shape and in its names', () => {
  it('reports both in one round, each at its own place', () => {
    const seed = {
      users: [
        { username: 'a b' },
        { username: 'jane', email: 'x' },
        { username: 'bob', shoes: 43 },
      ],
      projects: [
        { name: 'without a path' },
        { path: 'jane/site', members: { jane: 'master', bbo: 'guest' }, visibility: 20 },
        {
          path: 'bob/site',
          stars: 2,
          issues: [{ description: 'no title' }, { title: 'x', author: 'nobody' }],
        },
      ],
    }
    const paths = problemsOf(seed).map(({ path }) => path)
    expect(new Set(paths)).toEqual(
      new Set([
        'users[0].username',
        'users[1].email',
        'users[2]',
        'projects[0].path',
        'projects[1].visibility',
        'projects[1].members.bbo',
        'projects[2]',
        'projects[2].issues[0].title',
        'projects[2].issues[1].author',
      ]),
    )
    expect(paths).toHaveLength(9)
  })

  it('does not report as missing what had to be left out', () => {
    const seed = {
      users: [{ username: 'jane' }],
      projects: [
        {
          path: 'jane/site',
          repository: {
            commits: [
              {
                label: 'first',
                author: 'jane',
                actions: [{ action: 'create', file_path: 'a', content: 'a' }],
              },
            ],
            branches: { next: 'first' },
          },
        },
      ],
    }
    expect(problemsOf(seed)).toEqual([
      { path: 'projects[0].repository.commits[0].message', reason: 'is missing: expected string' },
    ])
  })
})
