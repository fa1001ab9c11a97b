import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { loadSeed } from '../../src/seed/load.ts'
import { SeedError } from '../../src/seed/problems.ts'

function problemsOf(seed: unknown): [string, string][] {
  try {
    loadSeed(seed, 'the test')
    return []
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    return error.problems.map(({ path, reason }) => [path, reason])
  }
}

const key = (title: string) => ({ title, key: 'ssh-rsa AAAAB3Nza jane@x' })

describe('a wrong seed', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['no object', [], [['', 'expected object']]],
    ['an unknown list', { people: [] }, [['', 'people']]],
    ['a missing name', { users: [{}] }, [['users[0].username', 'expected string']]],
    ['an unknown field', { users: [{ username: 'a', shoes: 43 }] }, [['users[0]', 'shoes']]],
    ['a name that is none', { users: [{ username: 'a/b' }] }, [['users[0].username', 'letters']]],
    ['a state', { users: [{ username: 'a', state: 'sleepy' }] }, [['users[0].state', 'active']]],
    [
      'a time',
      { users: [{ username: 'a', created_at: 'noon' }] },
      [['users[0].created_at', 'ISO 8601']],
    ],
    [
      'a project without a namespace',
      { projects: [{ path: 'website' }] },
      [['projects[0].path', 'NAMESPACE/PROJECT']],
    ],
    [
      'a visibility',
      { groups: [{ path: 'a', visibility: 20 }] },
      [['groups[0].visibility', 'private']],
    ],
    [
      'a level',
      { groups: [{ path: 'a', members: { jane: 'boss' } }] },
      [['groups[0].members.jane', 'must be guest']],
    ],
    [
      'a day',
      {
        users: [{ username: 'jane' }],
        groups: [{ path: 'a', members: { jane: { level: 'guest', expires_at: '2016-02-30' } } }],
      },
      [['groups[0].members.jane.expires_at', 'YEAR-MONTH-DAY']],
    ],
    ['a hook’s address', { hooks: [{ url: 'nowhere' }] }, [['hooks[0].url', 'URL']]],
    [
      'a setting',
      { settings: { default_projects_limit: 'many' } },
      [['settings.default_projects_limit', 'number']],
    ],
    [
      'an unknown user as a member',
      { groups: [{ path: 'a', members: { nobody: 'guest' } }] },
      [['groups[0].members.nobody', 'no user "nobody"']],
    ],
    [
      'an unknown namespace',
      { projects: [{ path: 'a/b' }] },
      [['projects[0].path', 'no user or group "a"']],
    ],
    [
      'an unknown origin',
      { users: [{ username: 'a' }], projects: [{ path: 'a/b', forked_from: 'c/d' }] },
      [['projects[0].forked_from', 'no project "c/d"']],
    ],
    [
      'an unknown star',
      { users: [{ username: 'a', stars: ['c/d'] }] },
      [['users[0].stars[0]', 'no project "c/d"']],
    ],
    [
      'an owner of a project',
      { users: [{ username: 'a' }], projects: [{ path: 'a/b', members: { a: 'owner' } }] },
      [['projects[0].members.a', 'only a group has owners']],
    ],
    [
      'a notification of an unknown group',
      { users: [{ username: 'a', notifications: { c: { level: 'watch' } } }] },
      [['users[0].notifications.c', 'no group "c"']],
    ],
    [
      'a user twice',
      { users: [{ username: 'a' }, { username: 'A' }] },
      [['users[1].username', '"A" is there twice']],
    ],
    [
      'a group named as a user',
      { users: [{ username: 'a' }], groups: [{ path: 'a' }] },
      [['groups[0].path', 'twice']],
    ],
    [
      'a project twice',
      { users: [{ username: 'a' }], projects: [{ path: 'a/b' }, { path: 'a/B' }] },
      [['projects[1].path', '"a/B" is there twice']],
    ],
    [
      'a user’s id twice',
      {
        users: [
          { username: 'a', id: 5 },
          { username: 'b', id: 5 },
        ],
      },
      [['users[1].id', 'user 5']],
    ],
    [
      'a group’s id, which a namespace has',
      { users: [{ username: 'a' }], groups: [{ path: 'b', id: 1 }] },
      [['groups[0].id', 'namespace 1']],
    ],
    [
      'a project’s id twice',
      {
        users: [{ username: 'a' }],
        projects: [
          { path: 'a/b', id: 5 },
          { path: 'a/c', id: 5 },
        ],
      },
      [['projects[1].id', 'project 5']],
    ],
    [
      'an address twice',
      {
        users: [
          { username: 'a', email: 'x@y.z' },
          { username: 'b', emails: ['X@y.z'] },
        ],
      },
      [['users[1].emails[0]', 'twice']],
    ],
    [
      'a primary address twice',
      {
        users: [
          { username: 'a', email: 'x@y.z' },
          { username: 'b', email: 'x@y.z' },
        ],
      },
      [['users[1].email', 'twice']],
    ],
    [
      'a key twice',
      {
        users: [
          { username: 'a', keys: [key('one')] },
          { username: 'b', keys: [key('two')] },
        ],
      },
      [['users[1].keys[0]', 'twice']],
    ],
    [
      'a token twice',
      {
        users: [
          { username: 'a', token: 'x' },
          { username: 'b', oauth_tokens: [{ token: 'x' }] },
        ],
      },
      [['users[1].oauth_tokens[0]', 'twice']],
    ],
    [
      'a session twice',
      { users: [{ username: 'a', sessions: ['x', 'x'] }] },
      [['users[0].sessions[1]', 'twice']],
    ],
  ])('is reported with its place and the reason: %s', (_, seed, expected) => {
    const problems = problemsOf(seed)
    expect(problems.map(([path]) => path)).toEqual(expected.map(([path]) => path))
    for (const [index, [, reason]] of expected.entries()) {
      expect(problems[index]?.[1]).toContain(reason)
    }
  })

  it('is reported with everything that is wrong at once, with its source', () => {
    const seed = {
      users: [{ username: 'a' }, { username: 'a' }],
      projects: [{ path: 'a/b', members: { x: 'guest', y: 'guest' } }, { path: 'c/d' }],
      events: [{ author: 'z', project: 'a/b', action: 'created', at: '2016-01-01' }],
    }
    expect(() => loadSeed(seed, 'world.yaml')).toThrow('The seed world.yaml is wrong in 5 places:')
    expect(problemsOf(seed).map(([path]) => path)).toEqual([
      'users[1].username',
      'projects[0].members.x',
      'projects[0].members.y',
      'projects[1].path',
      'events[0].author',
    ])
  })
})

describe('a seed', () => {
  it('needs nothing but names', () => {
    const store = loadSeed({ users: [{ username: 'jane' }], projects: [{ path: 'jane/a' }] }, 'x')
    expect(store.users.get(1)).toMatchObject({ name: 'jane', email: 'jane@example.com' })
    expect(store.credentials.one('token', 'jane-token')?.user_id).toBe(1)
    expect(store.namespaces.get(1)).toMatchObject({ kind: 'user', path: 'jane', owner_id: 1 })
    expect(store.projects.get(1)).toMatchObject({ name: 'a', creator_id: 1, visibility_level: 0 })
    expect(store.settings.all()).toHaveLength(1)
  })

  it('makes the owner of a personal project its first master, as the API does', () => {
    const store = loadSeed(
      {
        users: [{ username: 'jane' }, { username: 'bob' }],
        projects: [
          { path: 'jane/site', members: { bob: 'guest' } },
          { path: 'bob/site', members: { bob: 'developer' } },
        ],
      },
      'the test',
    )
    const levels = store.members.all().map((one) => [one.source_id, one.user_id, one.access_level])
    expect(levels).toEqual([
      [1, 1, 40],
      [1, 2, 10],
      [2, 2, 30],
    ])
  })

  it('gives external users what the API gives them, unless it says otherwise', () => {
    const users = [
      { username: 'ext', external: true },
      { username: 'pal', external: true, projects_limit: 3 },
    ]
    const rights = loadSeed({ users }, 'the test')
      .users.all()
      .map(({ projects_limit, can_create_group }) => [projects_limit, can_create_group])
    expect(rights).toEqual([
      [0, false],
      [3, false],
    ])
  })

  it('may name a fork before its origin', () => {
    const seed = {
      users: [{ username: 'a' }, { username: 'b' }],
      projects: [{ path: 'b/site', forked_from: 'a/site' }, { path: 'a/site' }],
    }
    expect(loadSeed(seed, 'x').projects.get(1)?.forked_from_project_id).toBe(2)
  })

  it('reads times without a zone as UTC', () => {
    const store = loadSeed({ users: [{ username: 'a', created_at: '2016-05-01T10:00' }] }, 'x')
    expect(store.users.get(1)?.created_at).toBe('2016-05-01T10:00:00.000Z')
  })

  it('takes the last event of a project for its last activity', () => {
    const event = { author: 'a', project: 'a/b', action: 'created' }
    const seed = {
      users: [{ username: 'a' }],
      projects: [{ path: 'a/b', created_at: '2016-01-01' }],
      events: [
        { ...event, at: '2016-03-01T00:00:00Z' },
        { ...event, at: '2016-02-01T00:00:00Z' },
      ],
    }
    expect(loadSeed(seed, 'x').projects.get(1)?.last_activity_at).toBe('2016-03-01T00:00:00.000Z')
  })

  it('gives nobody what a prototype has', () => {
    const seed = JSON.parse(
      '{"users":[{"username":"a"}],"groups":[{"path":"g","members":{"constructor":"guest"}}]}',
    )
    expect(problemsOf(seed)).toEqual([
      ['groups[0].members.constructor', expect.stringContaining('no user')],
    ])
    expect(
      problemsOf(JSON.parse('{"users":[{"username":"a","__proto__":{"admin":true}}]}')).length,
    ).toBeLessThan(2)
    expect(loadSeed({ users: [{ username: '__proto__' }] }, 'x').users.count()).toBe(1)
  })
})

describe('a seed in files', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgery-seed-'))
    mkdirSync(join(folder, 'world'))
    mkdirSync(join(folder, 'nothing'))
    writeFileSync(join(folder, 'one.json'), '{"users":[{"username":"json"}]}')
    writeFileSync(join(folder, 'one.yaml'), 'users:\n  - username: yaml # a comment\n')
    writeFileSync(join(folder, 'world', 'b.yaml'), 'users: [{ username: second }]')
    writeFileSync(join(folder, 'world', 'a.json'), '{"users":[{"username":"first"}]}')
    writeFileSync(join(folder, 'world', 'c.yml'), 'projects: [{ path: first/site }]')
    writeFileSync(join(folder, 'world', 'notes.txt'), 'no seed')
    writeFileSync(join(folder, 'broken.json'), '{"users":')
    writeFileSync(join(folder, 'broken.yaml'), 'users: [')
    writeFileSync(join(folder, 'list.yaml'), '- a\n- b\n')
    writeFileSync(join(folder, 'wrong.yaml'), 'users:\n  - name: Nobody\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const usersOf = async (name: string) => {
    const { db } = await createForge({ seed: join(folder, name) })
    return db.users.all().map(({ username }) => username)
  }

  it('may be JSON, YAML, or a folder of both', async () => {
    expect(await usersOf('one.json')).toEqual(['json'])
    expect(await usersOf('one.yaml')).toEqual(['yaml'])
    expect(await usersOf('world')).toEqual(['first', 'second'])
  })

  it.each([
    ['broken.json', 'cannot be read'],
    ['broken.yaml', 'cannot be read'],
    ['list.yaml', 'must hold an object'],
    ['wrong.yaml', 'users[0].username'],
    ['absent.yaml', 'neither a built-in world (demo, empty) nor a file'],
    ['nothing', 'holds no seed'],
  ])('is named where it is wrong: %s', async (name, reason) => {
    await expect(usersOf(name)).rejects.toThrow(name)
    await expect(usersOf(name)).rejects.toThrow(reason)
  })

  it('is a world of ours where it has its name', async () => {
    expect((await createForge()).db.users.all().map(({ username }) => username)).toEqual(['root'])
    expect(
      (await createForge({ seed: 'empty' })).db.credentials.one('token', 'root-token'),
    ).toBeDefined()
  })
})
