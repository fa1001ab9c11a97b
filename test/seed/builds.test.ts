import { describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'
import { SeedError } from '../../src/seed/problems.ts'
import type { Seed } from '../../src/seed/schema.ts'

type Lists = Pick<Seed, 'pipelines' | 'statuses' | 'environments' | 'deployments'>

const action = 'create' as const

function seedWith(lists: Lists): Seed {
  return {
    users: [{ username: 'jane' }, { username: 'bob' }],
    projects: [
      {
        path: 'jane/site',
        repository: {
          commits: [
            {
              label: 'first',
              branch: 'main',
              message: 'Begin',
              author: 'jane',
              at: '2017-01-01T10:00:00Z',
              actions: [{ action, file_path: 'a', content: 'a' }],
            },
            {
              message: 'Go on',
              author: 'jane',
              at: '2017-01-02T10:00:00Z',
              actions: [{ action, file_path: 'b', content: 'b' }],
            },
          ],
          tags: [{ name: 'v1', ref: 'first' }],
        },
      },
      { path: 'jane/empty' },
    ],
    ...lists,
  }
}

const loaded = (lists: Lists) => loadSeed(seedWith(lists), 'test')

function problemsOf(lists: Lists): string[] {
  try {
    loaded(lists)
  } catch (error) {
    if (error instanceof SeedError) return error.problems.map(({ path }) => path)
    throw error
  }
  return []
}

const project = 'jane/site'

describe('a seed of builds', () => {
  it('means the tip of the default branch where it names none, and its time', () => {
    const store = loaded({ pipelines: [{ project, builds: [{ name: 'a' }] }] })
    expect(store.pipelines.all()).toMatchObject([
      { ref: 'main', tag: false, created_at: '2017-01-02T10:00:00.000Z', status: 'success' },
    ])
    expect(store.builds.all()).toMatchObject([
      {
        pipeline_id: 1,
        ref: 'main',
        stage: 'test',
        status: 'success',
        user_id: null,
        created_at: '2017-01-02T10:00:00.000Z',
        started_at: '2017-01-02T10:00:00.000Z',
        finished_at: '2017-01-02T10:00:00.000Z',
      },
    ])
  })

  it('takes a tag, a label and the first digits of a SHA', () => {
    const store = loaded({
      pipelines: [
        { project, ref: 'v1' },
        { project, commit: 'first' },
      ],
    })
    const [tag, label] = store.pipelines.all()
    expect(tag).toMatchObject({ ref: 'v1', tag: true, sha: label?.sha })
    const commit = label?.sha.slice(0, 10) ?? ''
    const again = loaded({ pipelines: [{ project, ref: 'gone', commit }] })
    expect(again.pipelines.all()).toMatchObject([{ ref: 'gone', tag: false, sha: label?.sha }])
  })

  it('says why a build failed', () => {
    const builds = [
      { name: 'a', status: 'failed', failure_reason: 'job_execution_timeout' },
    ] as const
    const store = loaded({ pipelines: [{ project, builds: [...builds] }] })
    expect(store.builds.all()).toMatchObject(builds)
  })

  it('orders stages as they first appear', () => {
    const stages = ['build', 'test', 'build', 'deploy']
    const builds = stages.map((stage, index) => ({ name: `j${index}`, stage }))
    const store = loaded({ pipelines: [{ project, builds }] })
    expect(store.builds.all().map(({ stage_index }) => stage_index)).toEqual([0, 1, 0, 2])
  })

  it.each([
    ['created', false, false],
    ['pending', false, false],
    ['skipped', false, false],
    ['running', true, false],
    ['success', true, true],
    ['failed', true, true],
    ['canceled', false, true],
  ] as const)('gives a build that is %s the times that go with it', (status, isStarted, isOver) => {
    const [build] = loaded({
      pipelines: [{ project, builds: [{ name: 'a', status }] }],
    }).builds.all()
    expect([build?.started_at !== null, build?.finished_at !== null]).toEqual([isStarted, isOver])
  })

  it('gives builds to who is named, else to who pushed', () => {
    const builds = [{ name: 'a' }, { name: 'b', by: 'bob' }]
    const store = loaded({ pipelines: [{ project, by: 'jane', builds }] })
    expect(store.builds.all().map(({ user_id }) => user_id)).toEqual([1, 2])
  })

  it('makes skipped and failed pipelines without builds', () => {
    const pipelines = [{ project }, { project, yaml_errors: 'No.' }]
    const store = loaded({ pipelines })
    expect(store.pipelines.all().map(({ status }) => status)).toEqual(['skipped', 'failed'])
  })

  it('puts statuses into the pipeline of their commit and ref', () => {
    const store = loaded({
      pipelines: [{ project, builds: [{ name: 'a' }] }],
      statuses: [
        { project, name: 'ci', state: 'failed', author: 'bob' },
        { project, commit: 'first', state: 'running', author: 'bob' },
      ],
    })
    expect(store.commitStatuses.all()).toMatchObject([
      { id: 2, pipeline_id: 1, name: 'ci', author_id: 2 },
      { id: 3, pipeline_id: 2, name: 'default' },
    ])
    expect(store.pipelines.all().map(({ status }) => status)).toEqual(['failed', 'running'])
  })

  it('lets a status fail that the seed allows to fail', () => {
    const failed = { project, state: 'failed', author: 'bob' } as const
    const store = loaded({
      statuses: [
        { ...failed, allow_failure: true },
        { ...failed, commit: 'first' },
      ],
    })
    expect(
      store.pipelines
        .all()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['failed', 'success'])
  })

  it('has a deployment for each build with an environment, after what was deployed by hand', () => {
    const builds = [
      { name: 'a', environment: 'staging' },
      { name: 'b', environment: { name: 'production', url: 'https://x.example' } },
      { name: 'c', environment: 'never', status: 'failed' as const },
    ]
    const store = loaded({
      environments: [{ project, name: 'staging', external_url: 'https://s.example' }],
      deployments: [{ project, environment: 'staging', ref: 'v1', by: 'bob' }],
      pipelines: [{ project, builds }],
    })
    expect(store.environments.all()).toMatchObject([
      { name: 'staging', external_url: 'https://s.example' },
      { name: 'production', external_url: 'https://x.example' },
      { name: 'never', external_url: null },
    ])
    expect(
      store.deployments
        .all()
        .map(({ iid, build_id, environment_id, status }) => [
          iid,
          build_id,
          environment_id,
          status,
        ]),
    ).toEqual([
      [1, null, 1, 'success'],
      [2, 1, 1, 'success'],
      [3, 2, 2, 'success'],
      [4, 3, 3, 'failed'],
    ])
  })

  it('takes artifacts as text and as Base64', () => {
    const builds = [
      { name: 'a', artifacts: { filename: 'a.txt', content: 'é' } },
      { name: 'b', artifacts: { filename: 'b', content: '/w==', encoding: 'base64' as const } },
    ]
    const store = loaded({ pipelines: [{ project, builds }] })
    expect(store.builds.all().map(({ artifacts }) => [...(artifacts?.bytes ?? [])])).toEqual([
      [0xc3, 0xa9],
      [0xff],
    ])
  })

  it.each<[string, Lists]>([
    ['pipelines[0].project', { pipelines: [{ project: 'jane/none' }] }],
    ['pipelines[0].ref', { pipelines: [{ project, ref: 'none' }] }],
    ['pipelines[0].ref', { pipelines: [{ project: 'jane/empty' }] }],
    ['pipelines[0].commit', { pipelines: [{ project, commit: 'none' }] }],
    ['pipelines[0].by', { pipelines: [{ project, by: 'nobody' }] }],
    ['pipelines[0].builds[0].by', { pipelines: [{ project, builds: [{ name: 'a', by: 'x' }] }] }],
    [
      'pipelines[0].builds[0].artifacts.content',
      {
        pipelines: [
          {
            project,
            builds: [{ name: 'a', artifacts: { filename: 'a', content: '%', encoding: 'base64' } }],
          },
        ],
      },
    ],
    ['statuses[0].author', { statuses: [{ project, state: 'failed', author: 'x' }] }],
    ['environments[1].name', { environments: [1, 2].map(() => ({ project, name: 'a' })) }],
    ['deployments[0].by', { deployments: [{ project, environment: 'a', by: 'x' }] }],
    [
      'pipelines[0].builds[0].coverage',
      { pipelines: [{ project, builds: [{ name: 'a', coverage: 101 }] }] },
    ],
  ])('says what is wrong at %s', (path, lists) => {
    expect(problemsOf(lists)).toEqual([path])
  })
})
