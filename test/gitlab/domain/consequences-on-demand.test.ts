import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'

/** Nothing is loaded yet in each test, as in a process that has just started. */
beforeEach(() => vi.resetModules())

async function start() {
  const { createForge } = await import('../../../src/forge/create-forge.ts')
  const { allConsequences } = await import('../../../src/gitlab/domain/consequences-on-demand.ts')
  return { createForge, isLoaded: allConsequences.isLoaded }
}

const seed = {
  users: [{ username: 'dev', admin: true }, { username: 'ann' }],
  groups: [{ path: 'team', members: { ann: 'owner' as const } }],
  projects: [
    { path: 'dev/site', issues: [{ title: 'It leaks', author: 'ann' }] },
    { path: 'team/app', members: ['ann'] },
  ],
  hooks: [{ url: 'https://hooks.test', push_events: true }],
}

type Call = readonly [method: string, path: string, body?: object]

async function ask({ fetch }: Forge, [method, path, body]: Call) {
  const headers = { 'private-token': 'dev-token', 'content-type': 'application/json' }
  const url = `http://forge.test/api/v3${path}`
  const response = await fetch(
    new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  )
  return { status: response.status, json: (await response.json()) as unknown }
}

const file = {
  branch_name: 'master',
  file_path: 'README.md',
  content: 'Hi',
  commit_message: 'Fixes #1',
}

describe('a step that is the first to need what is loaded on demand', () => {
  it.each<[string, Call]>([
    ['a push', ['POST', '/projects/1/repository/files', file]],
    ['the end of a group', ['DELETE', '/groups/team']],
    ['the end of a user', ['DELETE', '/users/2']],
    ['the end of an issue', ['DELETE', '/projects/1/issues/1']],
    ['a list of events', ['GET', '/projects/1/events']],
    ['a closed issue', ['PUT', '/projects/1/issues/1', { state_event: 'close' }]],
    [
      'commands in a note',
      ['POST', '/projects/1/issues/1/notes', { body: 'Done.\n/close\n/todo' }],
    ],
    ['commands in an issue', ['POST', '/projects/1/issues', { title: 'b', description: '/todo' }]],
  ])('leaves what it leaves later on: %s', async (_, call) => {
    const { createForge } = await start()
    const delivered: string[] = []
    const run = async () => {
      const forge = await createForge({
        seed,
        randomSeed: 7,
        now: '2017-01-15T12:00:00Z',
        fetch: async (_input, init) => {
          delivered.push(String(init?.body))
          return new Response()
        },
      })
      const answer = await ask(forge, call)
      await forge.settled()
      const deliveries = delivered.splice(0)
      return { answer, deliveries, world: forge.export(), requests: forge.requests.length }
    }
    const first = await run()
    expect(first.requests).toBe(1)
    expect([200, 201]).toContain(first.answer.status)
    expect(await run()).toEqual(first)
  })

  it('needs nothing of pushes to tell of issues, to create and to close them', async () => {
    const { createForge, isLoaded } = await start()
    const forge = await createForge({ seed })
    await ask(forge, ['POST', '/projects/1/issues', { title: 'It squeaks' }])
    await ask(forge, ['PUT', '/projects/1/issues/1', { state_event: 'close' }])
    expect(forge.db.issues.all().map(({ state }) => state)).toEqual(['closed', 'opened'])
    expect(isLoaded()).toBe(false)
  })
})

const action = (content: string) => ({
  action: 'create' as const,
  file_path: `${content}.md`,
  content,
})
const commit = (branch: string, content: string) => ({
  branch,
  message: content,
  author: 'dev',
  actions: [action(content)],
})
const waiting = {
  users: [{ username: 'dev' }],
  projects: [
    {
      path: 'dev/site',
      repository: { commits: [commit('master', 'one'), commit('next', 'two')] },
      issues: [{ title: 'It leaks' }],
      merge_requests: [
        {
          title: 'Next',
          description: 'Closes #1',
          source_branch: 'next',
          target_branch: 'master',
          scheduled_by: 'dev',
        },
      ],
    },
  ],
  pipelines: [
    {
      project: 'dev/site',
      ref: 'next',
      builds: [{ name: 'test', status: 'running' as const }],
    },
  ],
}

describe('forge.advance, which cannot wait', () => {
  it.each(['its seed', 'a saved world'])('merges what waits in a world of %s', async (source) => {
    const { createForge } = await start()
    const told = await createForge({ seed: waiting })
    const from = await told.toBytes()
    vi.resetModules()
    const fresh = await start()
    const forge = await fresh.createForge(source === 'its seed' ? { seed: waiting } : { from })
    expect(forge.advance(1, 'success').status).toBe('success')
    expect(forge.db.mergeRequests.get(1)?.state).toBe('merged')
    expect(forge.db.issues.get(1)?.state).toBe('closed')
  })

  it('moves a build that a suite made by itself, in a project without a commit', async () => {
    const { createForge, isLoaded } = await start()
    const forge = await createForge({ seed })
    const { pipelines, builds, mergeRequests } = forge.db
    const sha = '1'.repeat(40)
    const created_at = '2017-01-15T12:00:00.000Z'
    const mergeRequest = mergeRequests.insert({
      iid: 2,
      title: 'Next',
      author_id: 1,
      source_project_id: 1,
      target_project_id: 1,
      source_branch: 'next',
      target_branch: 'master',
      merge_when_build_succeeds: true,
      merge_user_id: 1,
    })
    const pipeline = pipelines.insert({
      project_id: 1,
      ref: 'next',
      sha,
      status: 'running',
      created_at,
    })
    const build = builds.insert({
      project_id: 1,
      pipeline_id: pipeline.id,
      name: 'test',
      ref: 'next',
      sha,
      status: 'running',
      stage: 'test',
      created_at,
    })
    expect(isLoaded()).toBe(false)
    expect(forge.advance(build.id, 'success').status).toBe('success')
    expect(pipelines.get(pipeline.id)?.status).toBe('success')
    expect(mergeRequests.get(mergeRequest.id)?.state).toBe('opened')
    expect(isLoaded()).toBe(false)
  })
})

it('follows a build as the whole table does', async () => {
  const { consequences } = await import('../../../src/gitlab/domain/consequences.ts')
  const { consequencesOnDemand } = await import(
    '../../../src/gitlab/domain/consequences-on-demand.ts'
  )
  const { eventRecorded, buildMoved, commitStatusPosted } = consequences
  expect(consequencesOnDemand).toMatchObject({ eventRecorded, buildMoved, commitStatusPosted })
})
