import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCommit } from '../../src/git/objects/database.ts'
import { blobAt } from '../../src/git/objects/tree.ts'
import { listBranches, listTags } from '../../src/git/repository.ts'
import { findCommit, repositoryOf } from '../../src/gitlab/domain/repositories/repositories.ts'
import { readSeedFile } from '../../src/seed/files/read.ts'
import { loadSeed } from '../../src/seed/load.ts'
import { SeedError } from '../../src/seed/problems.ts'
import type { Seed } from '../../src/seed/schema.ts'
import type { Store } from '../../src/store/store.ts'

type Repository = NonNullable<NonNullable<Seed['projects']>[number]['repository']>
type Entry = NonNullable<Repository['commits']>[number]

const users = [{ username: 'jane', name: 'Jane', email: 'jane@example.com' }, { username: 'bob' }]
const create = { action: 'create', file_path: 'a.txt', content: 'a\n' } as const
const first = { message: 'First', author: 'jane', actions: [create] }

const change = (file_path: string, rest: Partial<Entry> = {}): Entry => ({
  message: file_path,
  author: 'jane',
  actions: [{ ...create, file_path }],
  ...rest,
})

function loadRepository(repository: Repository, rest: Partial<Seed> = {}): Store {
  const project = { path: 'jane/site', created_at: '2017-01-01T00:00:00Z', repository }
  return loadSeed({ users, projects: [project], ...rest }, 'a test')
}

function projectOf(store: Store, id = 1) {
  const project = store.projects.get(id)
  if (!project) throw new Error(`There is no project ${id}.`)
  return project
}

function tip(store: Store, revision = 'HEAD', id = 1) {
  const commit = findCommit(store, projectOf(store, id), revision)
  if (!commit) throw new Error(`There is no commit ${revision}.`)
  return commit
}

const contentAt = (store: Store, path: string, revision = 'HEAD') =>
  new TextDecoder().decode(blobAt(store.objects, tip(store, revision).tree, path)?.bytes)

function problemsOf(repository: Repository, rest: Partial<Seed> = {}) {
  try {
    loadRepository(repository, rest)
  } catch (error) {
    if (error instanceof SeedError) return error.problems
    throw error
  }
  return []
}

function pushesIn(store: Store) {
  return store.events.all().filter(({ data }) => data !== null)
}

describe('a repository in a seed', () => {
  it('is a list of commits, each by its author and a minute after the one before', () => {
    const second = { message: 'Second', author: 'bob', committer: 'jane' }
    const actions = [{ ...create, action: 'update' as const, content: 'b\n' }]
    const store = loadRepository({ commits: [first, { ...second, actions }] })
    const commit = tip(store)
    expect(commit.author).toMatchObject({ name: 'bob', email: 'bob@example.com', offset: 0 })
    expect(commit.committer).toMatchObject({ name: 'Jane', email: 'jane@example.com' })
    const [parent = ''] = commit.parents
    expect(readCommit(store.objects, parent).author.time).toBe(
      Date.parse('2017-01-01T00:01:00Z') / 1000,
    )
    expect(commit.author.time).toBe(Date.parse('2017-01-01T00:02:00Z') / 1000)
    expect(contentAt(store, 'a.txt')).toBe('b\n')
  })

  it('is active as of its last commit', () => {
    const store = loadRepository({ commits: [{ ...first, at: '2017-01-09T09:00:00Z' }] })
    expect(projectOf(store).last_activity_at).toBe('2017-01-09T09:00:00.000Z')
  })

  it('has the branch of its first commit as the default one, unless it says otherwise', () => {
    const store = loadRepository({ commits: [{ ...first, branch: 'trunk' }] })
    expect(projectOf(store).default_branch).toBe('trunk')
    const other = loadRepository({
      default_branch: 'main',
      commits: [
        { ...first, branch: 'main' },
        { message: 'x', author: 'bob', branch: 'b', actions: [{ ...create, file_path: 'b' }] },
      ],
    })
    expect(projectOf(other).default_branch).toBe('main')
  })

  it('begins a branch where the seed says, by a label too, and merges', () => {
    const store = loadRepository({
      commits: [
        { ...first, label: 'start' },
        { message: 'On', author: 'jane', actions: [{ ...create, file_path: 'on.txt' }] },
        {
          branch: 'side',
          from: 'start',
          message: 'Aside',
          author: 'bob',
          actions: [{ ...create, file_path: 'aside.txt' }],
        },
        { message: 'Join', author: 'jane', merge: 'side' },
      ],
      branches: { old: 'start' },
    })
    expect(tip(store, 'side').parents).toEqual([tip(store, 'old').id])
    expect(tip(store).parents).toHaveLength(2)
    expect(contentAt(store, 'aside.txt')).toBe('a\n')
    const branches = listBranches(repositoryOf(store, projectOf(store))).map(({ name }) => name)
    expect(branches).toEqual(['master', 'old', 'side'])
  })

  it('has tags, annotated ones by whom they name, with releases', () => {
    const store = loadRepository({
      commits: [first],
      tags: [
        { name: 'light' },
        {
          name: 'v1',
          message: 'One',
          by: 'bob',
          at: '2017-02-01T00:00:00Z',
          release_description: 'R',
        },
      ],
    })
    const [light, annotated] = listTags(repositoryOf(store, projectOf(store)))
    expect(light).toEqual({ name: 'light', id: tip(store).id })
    const tag = store.objects.byId.get(annotated?.id ?? '')
    expect(tag).toMatchObject({ type: 'tag', message: 'One', target: tip(store).id })
    expect(tag?.type === 'tag' && tag.tagger).toMatchObject({ name: 'bob', time: 1485907200 })
    const at = '2017-02-01T00:00:00.000Z'
    expect(store.releases.all()).toEqual([
      {
        id: 1,
        project_id: 1,
        tag_name: 'v1',
        name: null,
        description: 'R',
        author_id: 2,
        milestone_ids: [],
        created_at: at,
        updated_at: at,
        released_at: at,
      },
    ])
  })

  it.each([
    [0, []],
    [1, [{ name: 'master', developers_can_push: true }]],
    [2, [{ name: 'master', developers_can_push: false }]],
  ] as const)('protects the default branch as the settings say: %i', (kind, expected) => {
    const settings = { default_branch_protection: kind }
    const store = loadRepository({ commits: [first] }, { settings })
    expect(store.protectedBranches.all()).toMatchObject(expected)
    expect(store.protectedBranches.all()).toHaveLength(expected.length)
  })

  it('protects what it names instead', () => {
    const protected_branches = { side: { developers_can_merge: true } }
    const store = loadRepository({
      commits: [first],
      branches: { side: 'master' },
      protected_branches,
    })
    expect(store.protectedBranches.all()).toMatchObject([
      { name: 'side', developers_can_push: false, developers_can_merge: true },
    ])
  })

  it('is reported in the activity lists: each commit as a push by its author, and the tags', () => {
    const store = loadRepository({
      commits: [
        { ...first, label: 'one', at: '2017-01-02T00:00:00Z' },
        change('b', { label: 'b', branch: 'side', author: 'bob', committer: 'jane' }),
        change('c', { label: 'c', branch: 'side', author: 'bob' }),
        change('d', { label: 'd', at: '2017-01-03T00:00:00Z' }),
        { label: 'merged', message: 'Merge', author: 'bob', merge: 'side' },
      ],
      branches: { stable: 'c' },
      tags: [
        { name: 'light', ref: 'b' },
        { name: 'heavy', ref: 'one', message: 'One', by: 'bob', at: '2017-01-09T00:00:00Z' },
      ],
    })
    const id = (label: string) => tip(store, label).id
    const [d = '', c = ''] = tip(store).parents
    const [b = ''] = readCommit(store.objects, c).parents
    const [one = ''] = readCommit(store.objects, d).parents
    const merged = id('HEAD')
    const heavy = store.repositories.get(1)?.refs.get('refs/tags/heavy')
    const none = null
    const recorded = pushesIn(store).map(({ action_name, author_id, created_at, data }) => [
      [created_at.slice(0, 16), author_id, action_name, data?.ref],
      [data?.before, data?.after],
      [data?.user_name, data?.commit_ids, data?.total_commits_count],
    ])
    expect(recorded).toEqual([
      [
        ['2017-01-02T00:00', 1, 'pushed new', 'refs/heads/master'],
        [none, one],
        ['Jane', [one], 1],
      ],
      [
        ['2017-01-02T00:01', 2, 'pushed new', 'refs/heads/side'],
        [none, b],
        ['bob', [b], 1],
      ],
      [
        ['2017-01-02T00:02', 2, 'pushed to', 'refs/heads/side'],
        [b, c],
        ['bob', [c], 1],
      ],
      [
        ['2017-01-02T00:02', 2, 'pushed new', 'refs/heads/stable'],
        [none, c],
        ['bob', [b, c], 2],
      ],
      [
        ['2017-01-02T00:01', 1, 'pushed new', 'refs/tags/light'],
        [none, b],
        ['Jane', [b], 1],
      ],
      [
        ['2017-01-03T00:00', 1, 'pushed to', 'refs/heads/master'],
        [one, d],
        ['Jane', [d], 1],
      ],
      [
        ['2017-01-03T00:01', 2, 'pushed to', 'refs/heads/master'],
        [d, merged],
        ['bob', expect.arrayContaining([b, c, merged]), 3],
      ],
      [
        ['2017-01-09T00:00', 2, 'pushed new', 'refs/tags/heavy'],
        [none, heavy],
        ['bob', [one], 1],
      ],
    ])
    expect(projectOf(store).last_activity_at).toBe('2017-01-09T00:00:00.000Z')
  })

  it('of a fork is reported for its own commits alone', () => {
    const projects: Seed['projects'] = [
      { path: 'jane/site', repository: { commits: [first], tags: [{ name: 'v1' }] } },
      { path: 'bob/site', forked_from: 'jane/site', repository: { commits: [change('b')] } },
    ]
    const store = loadSeed({ users, projects }, 'a test')
    expect(store.events.by('project_id', 2)).toMatchObject([
      {
        action_name: 'pushed to',
        data: { before: tip(store).id, after: tip(store, 'HEAD', 2).id },
      },
    ])
  })

  it('is pushed by the owner where git keeps less of an address than the user has', () => {
    const odd = [{ username: 'jane', email: '<jane>@example.com' }]
    const commits = [{ ...first, label: 'one' }]
    const store = loadRepository({ commits, branches: { side: 'one' } }, { users: odd })
    expect(tip(store, 'side').id).toBe(tip(store).id)
    expect(pushesIn(store).map(({ data }) => data?.ref)).toEqual([
      'refs/heads/master',
      'refs/heads/side',
    ])
  })

  it('has comments on commits and their lines', () => {
    const comments = [
      { commit: 'begin', author: 'bob', note: 'Nice' },
      { commit: 'master', author: 'jane', note: 'Here', path: 'a.txt', line: 1 },
    ]
    const store = loadRepository({ commits: [{ ...first, label: 'begin' }], comments })
    const sha = tip(store).id
    expect(store.notes.by('noteable', `1:${sha}`)).toMatchObject([
      { body: 'Nice', author_id: 2, path: null, line: null, line_type: null },
      { body: 'Here', author_id: 1, path: 'a.txt', line: 1, line_type: 'new' },
    ])
  })

  it('may stand apart from its project', () => {
    const projects = [{ path: 'jane/site' }]
    const repositories = [{ project: 'jane/site', commits: [first] }]
    const store = loadSeed({ users, projects, repositories }, 'a test')
    expect(contentAt(store, 'a.txt')).toBe('a\n')
  })

  it('of a fork starts with what its origin has, and goes on', () => {
    const projects: Seed['projects'] = [
      {
        path: 'bob/site',
        forked_from: 'jane/site',
        repository: {
          commits: [
            {
              branch: 'mine',
              message: 'Mine',
              author: 'bob',
              actions: [{ ...create, file_path: 'mine.txt' }],
            },
          ],
        },
      },
      { path: 'jane/site', repository: { commits: [first], tags: [{ name: 'v1' }] } },
    ]
    const store = loadSeed({ users, projects }, 'a test')
    expect(tip(store, 'mine').parents).toEqual([tip(store, 'v1').id])
    expect(tip(store, 'master', 2).id).toBe(tip(store, 'master', 1).id)
    expect(findCommit(store, projectOf(store, 2), 'mine')).toBeUndefined()
  })

  it('has the same ids however often it is loaded', () => {
    const seed: Repository = { commits: [first], tags: [{ name: 'v1', message: 'One' }] }
    expect([...repositoryOf(loadRepository(seed), projectOf(loadRepository(seed))).refs]).toEqual([
      ...repositoryOf(loadRepository(seed), projectOf(loadRepository(seed))).refs,
    ])
  })

  it.each<[string, Repository, string, string]>([
    ['an unknown author', { commits: [{ ...first, author: 'eve' }] }, 'commits[0].author', '"eve"'],
    [
      'an action that cannot be done',
      { commits: [{ ...first, actions: [{ ...create, action: 'update' }] }] },
      'commits[0]',
      "There is no file 'a.txt'.",
    ],
    [
      'a commit of nothing',
      { commits: [{ message: 'x', author: 'bob' }] },
      'commits[0]',
      'nothing',
    ],
    [
      'a path that climbs',
      { commits: [{ ...first, actions: [{ ...create, file_path: '../a' }] }] },
      'commits[0].actions[0].file_path',
      'climbs',
    ],
    [
      'a creation without content',
      { commits: [{ ...first, actions: [{ action: 'create', file_path: 'a' }] }] },
      'commits[0].actions[0]',
      'needs content or file',
    ],
    [
      'a file where the seed is none',
      { commits: [{ ...first, actions: [{ action: 'create', file_path: 'a', file: 'b' }] }] },
      'commits[0].actions[0].file',
      'a file itself',
    ],
    [
      'broken Base64',
      { commits: [{ ...first, actions: [{ ...create, content: '*', encoding: 'base64' }] }] },
      'commits[0].actions[0].content',
      'Base64',
    ],
    [
      'a merge of what is not there',
      { commits: [first, { message: 'x', author: 'bob', merge: 'side' }] },
      'commits[1].merge',
      'no commit "side"',
    ],
    [
      'a merge with conflicts',
      {
        commits: [
          { ...first, label: 'start' },
          { message: 'l', author: 'bob', actions: [{ ...create, action: 'update', content: 'l' }] },
          {
            branch: 'side',
            from: 'start',
            message: 'r',
            author: 'bob',
            actions: [{ ...create, action: 'update', content: 'r' }],
          },
          { message: 'x', author: 'bob', merge: 'side' },
        ],
      },
      'commits[3].merge',
      'conflicts in a.txt',
    ],
    [
      'a forbidden name',
      { commits: [{ ...first, branch: 'a..b' }] },
      'commits[0].branch',
      'two dots',
    ],
    [
      'a branch from nowhere',
      { commits: [first], branches: { x: 'y' } },
      'branches.x',
      'commit "y"',
    ],
    [
      'a branch twice',
      { commits: [first], branches: { master: 'HEAD' } },
      'branches.master',
      'twice',
    ],
    [
      'a tag of nowhere',
      { commits: [first], tags: [{ name: 'v', ref: 'y' }] },
      'tags[0].ref',
      '"y"',
    ],
    [
      'a tag twice',
      { commits: [first], tags: [{ name: 'v' }, { name: 'v' }] },
      'tags[1].name',
      'twice',
    ],
    [
      'a label twice',
      {
        commits: [
          { ...first, label: 'l' },
          { ...first, label: 'l', actions: [{ ...create, file_path: 'b' }] },
        ],
      },
      'commits[1].label',
      'twice',
    ],
    [
      'a protected branch that is not there',
      { commits: [first], protected_branches: { x: {} } },
      'protected_branches.x',
      'no branch "x"',
    ],
    [
      'a comment on nothing',
      { commits: [first], comments: [{ commit: 'y', author: 'bob', note: 'x' }] },
      'comments[0].commit',
      '"y"',
    ],
  ])('says what is wrong with %s, and where', (_, repository, path, reason) => {
    const [problem] = problemsOf(repository)
    expect(problem?.path).toBe(`projects[0].repository.${path}`)
    expect(problem?.reason).toContain(reason)
  })

  it('is there once a project', () => {
    const repositories = [{ project: 'jane/site', commits: [first] }]
    expect(problemsOf({ commits: [first] }, { repositories })).toEqual([
      { path: 'repositories[0].project', reason: '"jane/site" is there twice' },
    ])
    const unknown = [{ project: 'jane/nowhere' }]
    expect(problemsOf({}, { repositories: unknown })[0]?.path).toBe('repositories[0].project')
  })
})

describe('files beside a seed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-seed-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'world', 'files'), { recursive: true })
  writeFileSync(join(folder, 'outside.txt'), 'secret')
  writeFileSync(join(folder, 'world', 'files', 'logo.gif'), Uint8Array.of(0, 255, 1))
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'world', 'files', 'link'))

  function seedWith(file: string): string {
    const seed = {
      users,
      projects: [{ path: 'jane/site' }],
      repositories: [
        {
          project: 'jane/site',
          commits: [{ ...first, actions: [{ action: 'create', file_path: 'a', file }] }],
        },
      ],
    }
    const path = join(folder, 'world', 'seed.json')
    writeFileSync(path, JSON.stringify(seed))
    return path
  }

  it.each(['seed.json', ''])('are read byte by byte (%s)', (name) => {
    seedWith('files/logo.gif')
    const store = loadSeed(readSeedFile(join(folder, 'world', name)).seed, 'a test')
    expect(blobAt(store.objects, tip(store).tree, 'a')?.bytes).toEqual(Uint8Array.of(0, 255, 1))
  })

  it.each([
    ['../outside.txt', 'not in its folder'],
    [join(folder, 'outside.txt'), 'not in its folder'],
    ['files/link', 'not in its folder'],
    ['files/nowhere', 'not there'],
    ['files', 'not there'],
  ])('are of its own folder: not %s', (file, reason) => {
    const read = readSeedFile(seedWith(file))
    expect(() => loadSeed(read.seed, 'a test', read)).toThrow(reason)
  })
})
