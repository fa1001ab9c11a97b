import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { apis } from '../../src/contract/apis.ts'
import type { ApiName } from '../../src/contract/base-paths.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import type { Snapshot } from '../../src/store/store.ts'
import { extensionRows } from '../gitlab/access/extensions.ts'
import { createTestForge } from '../harness.ts'
import { leftOut, sentences } from './sentences.ts'

/**
 * The same story told through v3 and through v4 gives the same world, and what one API writes the other shows.
 */
/** A label that an issue makes has the colour of the release. */
const labels = ['roof', 'n0', 'n1', 'n2', 'm0', 'm1', 'm2', 'm3', 'kept', 'gone0', 'gone1']

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [{ path: 'acme', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'acme/site',
      members: { bob: 'developer' },
      snippets_enabled: true,
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Site\n' }],
          },
          {
            message: 'Go on',
            branch: 'next',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'next.md', content: 'Next\n' }],
          },
          {
            message: 'Go on later',
            branch: 'soon',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'soon.md', content: 'Soon\n' }],
          },
          {
            message: 'Be ready',
            branch: 'ready',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'ready.md', content: 'Ready\n' }],
          },
        ],
        tags: [{ name: 'first', release_description: 'The first.' }],
      },
      milestones: [{ title: 'v1' }],
      labels,
      boards: [{ lists: ['gone1', 'm3'] }],
      issues: [{ title: 'It drips', notes: [{ author: 'jane', body: 'Where?' }] }],
      merge_requests: [
        { title: 'Soon', author: 'jane', source_branch: 'soon', scheduled_by: 'jane' },
        { title: 'Ready', author: 'jane', source_branch: 'ready' },
      ],
      snippets: [
        { title: 'Kept', author: 'jane', file_name: 'k.rb', code: 'puts 0', visibility: 'private' },
      ],
    },
    {
      path: 'jane/tool',
      labels,
      issues: [{ title: 'It squeaks', todos: ['jane'] }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Tool\n' }],
          },
        ],
        branches: { done: 'master' },
      },
    },
    { path: 'jane/old' },
  ],
  hooks: [{ url: 'http://first.test/' }],
  pipelines: [
    {
      project: 'acme/site',
      ref: 'soon',
      builds: [
        { name: 'test', status: 'running' },
        {
          name: 'pack',
          status: 'success',
          trace: 'done',
          artifacts: { filename: 'a.zip', content: 'zip', expires_at: '2031-01-01T00:00:00Z' },
        },
        { name: 'deploy', status: 'pending' },
      ],
    },
  ],
}

/** GitLab 18 cancels pipelines that a push makes obsolete, and 8.15 did not: here no project asks for it. */
async function createWorld(): Promise<Forge> {
  const forge = await createTestForge({ seed, fetch: async () => new Response() })
  for (const project of forge.db.projects.all()) {
    await forge.db.projects.update(project, {
      data(draft) {
        draft.settings = { ...draft.settings, auto_cancel_pending_pipelines: 'disabled' }
      },
    })
  }
  return forge
}

type Told = readonly [api: ApiName, method: string, path: string, body?: object]
type Story = readonly (readonly [name: string, n: number])[]

async function tell(
  forge: Forge,
  api: ApiName,
  [name, n]: Story[number],
  at: number,
): Promise<number> {
  const sentence = sentences[name]
  if (!sentence) throw new Error(`There is no sentence "${name}".`)
  const [method, path, body] = sentence[api](n, at, forge)
  const { status } = await forge.fetch(
    new Request(`http://forge.test/api/${api}${path}`, {
      method,
      headers: {
        'private-token': `${sentence.by ?? 'jane'}-token`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return status
}

/**
 * The world without what the two releases word differently: what GitLab itself noted, and what a hook is told, which is
 * in the words of the API that set it, with what was sent by then. Of to-do items it is told who has one on what:
 * GitLab 18 makes one for each reason, and 8.15 one in all.
 */
async function worldOf(forge: Forge): Promise<unknown> {
  const world = JSON.parse(JSON.stringify(await forge.export()))
  const notes: { system?: boolean; body?: string }[] = world.records.notes ?? []
  for (const note of notes) if (note.system) note.body = 'noted'
  const hooks: { payloads?: string }[] = world.records.hooks ?? []
  for (const hook of hooks) delete hook.payloads
  const allTodos: { action_name?: string; author?: string; note_id?: number }[] =
    world.records.todos ?? []
  // 8.15 reminds nobody of conflicts: `todos.areForConflicts` of src/gitlab/domain/release.ts.
  const todos = allTodos.filter(({ action_name }) => action_name !== 'unmergeable')
  for (const todo of todos) {
    delete todo.action_name
    delete todo.author
    delete todo.note_id
  }
  world.records.todos = [...new Set(todos.map((todo) => JSON.stringify(todo)))].sort()
  delete world.records.next_ids?.todos
  delete world.records.hook_logs
  delete world.records.next_ids?.hook_logs
  return world
}

const runs = Number(process.env.FORGERY_STORY_RUNS ?? 15)
const events = Object.keys(sentences).flatMap((name) => [0, 1, 2, 3].map((n) => [name, n] as const))
const stories = fc.shuffledSubarray(events, { minLength: 5, maxLength: 120 })

/** A story that has all of it: what goes comes last. */
const goes = (name: string) => /removed|leaves/.test(name)
const names = Object.keys(sentences)
const whole: Story = [
  ...[1, 0, 2].flatMap((n) => names.flatMap((name) => (goes(name) ? [] : [[name, n] as const]))),
  ...names.filter(goes).map((name) => [name, 1] as const),
]

describe('a story', () => {
  let forge: Forge
  let beginning: Snapshot
  beforeAll(async () => {
    forge = await createWorld()
    beginning = forge.snapshot()
  })

  it(
    'gives the same world, whichever API is told',
    async () => {
      const worldToldBy = async (story: Story, apiOf: (index: number) => ApiName) => {
        forge.reset()
        forge.restore(beginning)
        for (const [index, one] of story.entries()) await tell(forge, apiOf(index), one, index)
        return worldOf(forge)
      }
      const property = fc.asyncProperty(stories, async (story) => {
        const throughV3 = await worldToldBy(story, () => 'v3')
        expect(await worldToldBy(story, () => 'v4')).toEqual(throughV3)
        const inTurns = await worldToldBy(story, (index) => (index % 2 === 0 ? 'v3' : 'v4'))
        expect(inTurns).toEqual(throughV3)
      })
      await fc.assert(property, {
        numRuns: runs,
        examples: [[[...whole]]],
      })
    },
    600_000 + 500 * runs,
  )

  it('has each write that v4 has and the specification of v3, and that both served, but for what is left out', () => {
    const served = new Map<string, Set<ApiName>>()
    for (const { api, operation, statuses } of forge.coverage().operations) {
      const isServed = Object.entries(statuses).some(([status, n]) => Number(status) < 300 && n > 0)
      if (isServed) served.set(operation, (served.get(operation) ?? new Set()).add(api))
    }
    const ofV3 = new Set<string>(
      apis.v3.operations.filter(({ id }) => !extensionRows.has(id)).map(({ id }) => id),
    )
    const shared = apis.v4.operations.filter(({ id, method }) => method !== 'GET' && ofV3.has(id))
    const untold = shared.filter(({ id }) => served.get(id)?.size !== 2).map(({ id }) => id)
    expect(untold.toSorted()).toEqual(Object.keys(leftOut).toSorted())
  })
})

const site = '/projects/1'

/** What an API writes, in the seed's world, and what the other shows of it then. */
const shown: Readonly<Record<string, readonly [write: Told, read: Told, answer: unknown]>> = {
  'an archived project': [
    ['v4', 'POST', `${site}/archive`],
    ['v3', 'GET', site],
    { archived: true },
  ],
  'the name of a project': [
    ['v4', 'PUT', site, { name: 'Page', topics: ['web'], visibility: 'public' }],
    ['v3', 'GET', site],
    { name: 'Page', tag_list: ['web'], public: true, visibility_level: 20 },
  ],
  'a project that is shared': [
    ['v4', 'POST', '/projects/2/share', { group_id: 4, group_access: 30 }],
    ['v3', 'GET', '/projects/2'],
    { shared_with_groups: [{ group_id: 4, group_name: 'acme', group_access_level: 30 }] },
  ],
  'a project that moved': [
    ['v4', 'PUT', '/projects/2/transfer', { namespace: 'acme' }],
    ['v3', 'GET', '/projects/2'],
    { path_with_namespace: 'acme/tool' },
  ],
  'a star': [['v4', 'POST', `${site}/star`], ['v3', 'GET', site], { star_count: 1 }],
  'a fork': [['v4', 'POST', `${site}/fork`], ['v3', 'GET', site], { forks_count: 1 }],
  'a changed hook': [
    ['v4', 'PUT', '/hooks/1', { url: 'http://other.test/', push_events: true }],
    ['v3', 'GET', '/hooks'],
    [expect.objectContaining({ url: 'http://other.test/', push_events: true })],
  ],
  'a pipeline that is stopped': [
    ['v4', 'POST', `${site}/pipelines/1/cancel`],
    ['v3', 'GET', `${site}/builds/1`],
    { status: 'canceled', pipeline: expect.objectContaining({ status: 'canceled' }) },
  ],
  'a pipeline that is removed': [
    ['v4', 'DELETE', `${site}/pipelines/1`],
    ['v3', 'GET', `${site}/builds`],
    [],
  ],
  'artifacts that are removed': [
    ['v4', 'DELETE', `${site}/jobs/2/artifacts`],
    ['v3', 'GET', `${site}/builds/2`],
    { artifacts_file: null },
  ],
  'a deployment': [
    [
      'v4',
      'POST',
      `${site}/deployments`,
      { environment: 'live', ref: 'master', tag: false, sha: 'HEAD', status: 'success' },
    ],
    ['v3', 'GET', `${site}/deployments`],
    [expect.objectContaining({ environment: expect.objectContaining({ name: 'live' }) })],
  ],
  'a protected branch': [
    ['v4', 'POST', `${site}/protected_branches`, { name: 'soon', push_access_level: 30 }],
    ['v3', 'GET', `${site}/repository/branches/soon`],
    { protected: true, developers_can_push: true },
  ],
  'a release that is gone': [
    ['v4', 'DELETE', `${site}/releases/first`],
    ['v3', 'GET', `${site}/repository/tags/first`],
    { release: null },
  ],
  'a changed snippet': [
    ['v4', 'PUT', `${site}/snippets/1`, { title: 'Other', visibility: 'internal' }],
    ['v3', 'GET', `${site}/snippets/1`],
    { title: 'Other' },
  ],
  'a locked-out user': [
    ['v4', 'POST', '/users/3/block'],
    ['v3', 'GET', '/users/3'],
    { state: 'blocked' },
  ],
  'a merge': [
    ['v3', 'PUT', `${site}/merge_requests/2/merge`],
    ['v4', 'GET', `${site}/merge_requests/2`],
    { state: 'merged', merged_by: expect.objectContaining({ username: 'root' }) },
  ],
  'a merge that is called off': [
    ['v3', 'PUT', `${site}/merge_requests/1/cancel_merge_when_build_succeeds`],
    ['v4', 'GET', `${site}/merge_requests/1`],
    { merge_when_pipeline_succeeds: false },
  ],
  'a job that is stopped': [
    ['v3', 'POST', `${site}/builds/1/cancel`],
    ['v4', 'GET', `${site}/jobs/1`],
    { status: 'canceled' },
  ],
  'a job that is erased': [
    ['v3', 'POST', `${site}/builds/2/erase`],
    ['v4', 'GET', `${site}/jobs/2`],
    { erased_at: expect.any(String), artifacts: [] },
  ],
  'artifacts that are kept': [
    ['v3', 'POST', `${site}/builds/2/artifacts/keep`],
    ['v4', 'GET', `${site}/jobs/2`],
    { artifacts_expire_at: null },
  ],
  'a snippet that is changed': [
    ['v3', 'PUT', `${site}/snippets/1`, { code: 'puts 2', visibility_level: 10 }],
    ['v4', 'GET', `${site}/snippets/1`],
    { visibility: 'internal' },
  ],
  'a hook': [
    ['v3', 'POST', '/hooks', { url: 'http://third.test/' }],
    ['v4', 'GET', '/hooks/2'],
    { url: 'http://third.test/' },
  ],
  'a release': [
    ['v3', 'PUT', `${site}/repository/tags/first/release`, { description: 'Newer' }],
    ['v4', 'GET', `${site}/releases/first`],
    { description: 'Newer' },
  ],
}

describe('what one API writes', () => {
  let forge: Forge
  beforeAll(async () => {
    forge = await createWorld()
  })

  it.each(Object.entries(shown))('the other shows: %s', async (_, [write, read, answer]) => {
    forge.reset()
    const ask = async ([api, method, path, body]: Told) => {
      const json = { 'content-type': 'application/json' }
      const headers = { 'private-token': 'root-token', ...(body && json) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return forge.fetch(`http://forge.test/api/${api}${path}`, init)
    }
    const expected = Array.isArray(answer) ? answer : expect.objectContaining(answer)
    expect(await (await ask(read)).json()).not.toEqual(expected)
    expect((await ask(write)).ok).toBe(true)
    expect(await (await ask(read)).json()).toEqual(expected)
  })
})
