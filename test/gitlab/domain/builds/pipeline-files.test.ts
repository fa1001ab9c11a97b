import { beforeEach, describe, expect, it, vi } from 'vitest'

/** Nothing is loaded yet in each test, as in a process that has just started. */
beforeEach(() => vi.resetModules())

const description = 'rspec: { script: rspec }'
const seed = { users: [{ username: 'dev' }], projects: [{ path: 'dev/site' }] }
const options = { randomSeed: 7, now: '2017-01-15T12:00:00Z' }
const described = {
  users: [{ username: 'ann' }],
  projects: [{ path: 'ann/app' }],
  repositories: [
    {
      project: 'ann/app',
      commits: [
        {
          message: 'Describe the pipeline',
          author: 'ann',
          actions: [
            { action: 'create' as const, file_path: '.gitlab-ci.yml', content: description },
          ],
        },
      ],
    },
  ],
}

async function start() {
  const { createForge } = await import('../../../../src/forge/create-forge.ts')
  const { pipelineReader } = await import('../../../../src/ci/reader.ts')
  return { createForge, isReaderLoaded: pipelineReader.isLoaded }
}

function commit(fetch: (request: Request) => Promise<Response>, file_path: string) {
  const body = {
    branch_name: 'master',
    commit_message: 'Begin',
    actions: [{ action: 'create', file_path, content: description }],
  }
  const headers = { 'private-token': 'dev-token', 'content-type': 'application/json' }
  const url = 'http://forge.test/api/v3/projects/1/repository/commits'
  return fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

describe('what reads pipelines', () => {
  it('is not loaded for a world without a description of one', async () => {
    const { createForge, isReaderLoaded } = await start()
    const forge = await createForge({ seed })
    expect((await commit(forge.fetch, 'README.md')).status).toBe(201)
    await forge.add({ issues: [{ project: 'dev/site', title: 'It leaks' }] })
    expect(isReaderLoaded()).toBe(false)
  })

  it('is loaded by the push that needs it first, which leaves what it would leave otherwise', async () => {
    const { createForge, isReaderLoaded } = await start()
    const delivered: string[] = []
    const hook = { url: 'https://hooks.test', push_events: true }
    const push = async () => {
      const forge = await createForge({
        ...options,
        seed: { ...seed, hooks: [hook] },
        fetch: async (_, init) => {
          delivered.push(String(init?.body))
          return new Response()
        },
      })
      const response = await commit(forge.fetch, '.gitlab-ci.yml')
      await forge.settled()
      const after = await commit(forge.fetch, 'README.md')
      return {
        status: response.status,
        ids: [response, after].map(({ headers }) => headers.get('x-request-id')),
        deliveries: delivered.splice(0),
        world: forge.export(),
        builds: forge.db.builds.count(),
        requests: forge.requests.length,
      }
    }
    expect(isReaderLoaded()).toBe(false)
    const first = await push()
    expect(isReaderLoaded()).toBe(true)
    expect(first).toMatchObject({ status: 201, builds: 2, requests: 2 })
    expect(first.deliveries.length).toBeGreaterThan(0)
    expect(await push()).toEqual(first)
  })

  it.each([
    ['a seed that tells of it', async (createForge) => createForge({ seed: described })],
    [
      'forge.add',
      async (createForge) => {
        const forge = await createForge({ seed })
        await forge.add(described)
        return forge
      },
    ],
    [
      'forge.reseed',
      async (createForge) => {
        const forge = await createForge({ seed })
        await forge.reseed(described)
        return forge
      },
    ],
  ] satisfies [string, Make][])('is loaded by %s', async (_, make) => {
    const { createForge, isReaderLoaded } = await start()
    const forge = await make(createForge)
    expect(isReaderLoaded()).toBe(true)
    const builds = forge.db.builds.all()
    expect(builds.map(({ name }) => name)).toEqual(['rspec'])
  })

  it.each(['the demo world', 'a saved world'])('is loaded with %s', async (world) => {
    const saved = await savedWorld()
    vi.resetModules()
    const { createForge, isReaderLoaded } = await start()
    await createForge(world === 'the demo world' ? { seed: 'demo' } : { from: saved })
    expect(isReaderLoaded()).toBe(true)
  })
})

type CreateForge = Awaited<ReturnType<typeof start>>['createForge']
type Make = (createForge: CreateForge) => ReturnType<CreateForge>

async function savedWorld(): Promise<Uint8Array> {
  const { createForge } = await start()
  return (await createForge({ seed: described })).toBytes()
}
