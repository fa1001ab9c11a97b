import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { ForgeOptions } from '../../src/forge/options.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      members: { bob: { level: 'developer', expires_at: '2026-03-03' } },
      issues: [{ title: 'One' }],
    },
  ],
} as const

const list = '/projects/1/issues'

async function createTestForge(options: ForgeOptions = {}): Promise<Forge> {
  return createForge({ seed: seed as never, now: '2026-03-02T10:00:00Z', ...options })
}

async function ask(
  forge: Forge,
  path: string,
  { user = 'jane', origin = 'http://forge.test' } = {},
) {
  const headers = { 'private-token': `${user}-token` }
  const response = await forge.fetch(`${origin}/api/v3${path}`, { headers })
  const own = new Set(['x-request-id', 'x-runtime'])
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !own.has(name)),
    body: await response.json(),
  }
}

async function titles(forge: Forge): Promise<string[]> {
  const { body } = await ask(forge, list)
  return body.map(({ title }: { title: string }) => title).sort()
}

describe('a page that is asked for again', () => {
  it('is the same, with an id and an entry in the journal of its own', async () => {
    const forge = await createTestForge()
    const path = `${list}?state=opened&per_page=5`
    const [first, second] = [await ask(forge, path), await ask(forge, path)]
    expect(second).toEqual(first)
    const [one, other] = forge.requests
    expect(other?.id).not.toBe(one?.id)
    expect(other?.answer).toEqual(first.body)
    expect([other?.parameters, other?.given]).toEqual([one?.parameters, one?.given])
    expect([other?.operationId, other?.user]).toEqual(['listIssuesOfProject', 'jane'])
    const counted = forge
      .coverage()
      .operations.find((each) => each.operation === other?.operationId)
    expect(counted?.statuses[200]).toBe(2)
  })

  it('is hit by faults, and is whole after them', async () => {
    const forge = await createTestForge()
    const before = await ask(forge, list)
    forge.faults.add({ operation: 'listIssuesOfProject', status: 503, times: 1 })
    expect((await ask(forge, list)).status).toBe(503)
    expect(await ask(forge, list)).toEqual(before)
  })

  it('is checked against the contract each time', async () => {
    const forge = await createTestForge({ validateResponses: true })
    const first = await ask(forge, list)
    expect(first.status).toBe(200)
    expect(await ask(forge, list)).toEqual(first)
  })

  const issue = { project_id: 1, author_id: 2, title: 'Two', iid: 2 }
  const writes: Readonly<Record<string, (forge: Forge) => unknown>> = {
    'a request': (forge) =>
      forge.fetch(`http://forge.test/api/v3${list}`, {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Two' }),
      }),
    'forge.db': (forge) => forge.db.issues.insert(issue),
    'forge.add': (forge) =>
      forge.add({ issues: [{ project: 'jane/website', title: 'Two' }] } as never),
  }
  it.each(Object.keys(writes))('knows what %s wrote', async (name) => {
    const forge = await createTestForge()
    expect(await titles(forge)).toEqual(['One'])
    await writes[name]?.(forge)
    expect(await titles(forge)).toContain('Two')
  })

  it('goes back with a reset and a snapshot', async () => {
    const forge = await createTestForge()
    forge.db.issues.insert(issue)
    const snapshot = forge.snapshot()
    expect(await titles(forge)).toEqual(['One', 'Two'])
    forge.reset()
    expect(await titles(forge)).toEqual(['One'])
    forge.restore(snapshot)
    expect(await titles(forge)).toEqual(['One', 'Two'])
  })

  it('is of one world', async () => {
    const forge = await createTestForge()
    expect(await titles(forge)).toEqual(['One'])
    const fork = forge.fork()
    fork.db.issues.insert(issue)
    expect([await titles(fork), await titles(forge)]).toEqual([['One', 'Two'], ['One']])
  })

  it('is of one caller and of one origin', async () => {
    const forge = await createTestForge()
    expect((await ask(forge, list)).body[0].subscribed).toBe(true)
    expect((await ask(forge, list, { user: 'bob' })).body[0].subscribed).toBe(false)
    const elsewhere = await ask(forge, list, { origin: 'https://forge.example.com' })
    expect(elsewhere.body[0].web_url).toMatch(/^https:\/\/forge\.example\.com\//)
    expect(JSON.stringify(elsewhere.headers)).not.toContain('forge.test')
    expect((await ask(forge, `/user?sudo=bob`, { user: 'root' })).body.username).toBe('bob')
    expect((await ask(forge, `/user`, { user: 'root' })).body.username).toBe('root')
  })

  it('is of one day: a membership ends though nothing is written', async () => {
    let now = new Date('2026-03-02T23:59:00Z')
    const forge = await createTestForge({ now: () => now })
    expect((await ask(forge, list, { user: 'bob' })).status).toBe(200)
    now = new Date('2026-03-03T00:01:00Z')
    expect((await ask(forge, list, { user: 'bob' })).status).toBe(404)
  })

  it('is that of the release where the forge answers so', async () => {
    const forge = await createTestForge({ answersAs: 'released' })
    const [first, second] = [
      await ask(forge, '/groups?search=a'),
      await ask(forge, '/groups?search=a'),
    ]
    expect(second).toEqual(first)
  })
})

it('shows the time of day where the answer of an operation depends on it', async () => {
  let now = new Date('2026-03-02T10:00:00Z')
  const artifacts = { filename: 'a.zip', content: 'zip', expires_at: '2026-03-02T11:00:00Z' }
  const actions = [{ action: 'create', file_path: 'a', content: 'a' }]
  const repository = { commits: [{ branch: 'main', message: 'Begin', author: 'jane', actions }] }
  const forge = await createForge({
    seed: {
      users: [{ username: 'jane' }],
      projects: [{ path: 'jane/website', repository }],
      pipelines: [{ project: 'jane/website', builds: [{ name: 'a', artifacts }] }],
    } as never,
    now: () => now,
  })
  const [before] = (await ask(forge, '/projects/1/builds')).body
  expect(before.artifacts_file).toMatchObject({ filename: 'a.zip' })
  now = new Date('2026-03-02T12:00:00Z')
  const [after] = (await ask(forge, '/projects/1/builds')).body
  expect(after.artifacts_file).toBe(null)
})
