import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import {
  CannotRecord,
  createJournal,
  type RecordedWorld,
  record,
  withAdministrator,
} from '../../src/record/index.ts'
import { MAX_LIST_PAGES } from '../../src/record/reader.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'
import { endless, serveEndlessly } from '../verify/endless-server.ts'

const url = 'http://forge.test'
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
  ],
  projects: [{ path: 'jane/boat', issues: [{ title: 'It leaks', author: 'jane' }] }],
}

/** Answers as a forge does, but for what `alter` makes of it; what was asked is counted by path and page. */
async function altered(alter: (request: Request, answer: Response) => Response | undefined) {
  const forge = await createTestForge({ seed })
  const asked: string[] = []
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    asked.push(`${pathname} ${searchParams.get('page')}`)
    const answer = await forge.fetch(request)
    return alter(request, answer) ?? answer
  }
  return { fetch, asked }
}

function withNext(answer: Response, next: string): Response {
  const headers = new Headers(answer.headers)
  headers.set('x-next-page', next)
  return new Response(answer.body, { status: answer.status, headers })
}

const isIssueList = ({ url: address }: Request) => new URL(address).pathname.endsWith('/issues')

describe('the pages of a list', () => {
  it.each(['1', '0', '-1', 'next', '1e3'])('have to move on: page 1, then "%s"', async (next) => {
    const { fetch, asked } = await altered((request, answer) =>
      isIssueList(request) ? withNext(answer, next) : undefined,
    )
    const journal = createJournal()
    const recording = record({ url, token: 'root-token', fetch, journal })
    await expect(recording).rejects.toThrow(
      new CannotRecord(
        `${url}/api/v3 answered page 1 of listIssuesOfProject with the next page "${next}", which leads nowhere.`,
      ),
    )
    expect(asked.filter((one) => one.includes('/issues'))).toHaveLength(1)
  })

  it('have to move on from every page', async () => {
    const { fetch, asked } = await altered((request, answer) =>
      isIssueList(request) ? withNext(answer, '2') : undefined,
    )
    await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
      'page 2 of listIssuesOfProject with the next page "2"',
    )
    expect(asked.filter((one) => one.includes('/issues'))).toHaveLength(2)
  })

  it('end at a limit, and what was read is kept', async () => {
    const { fetch, asked } = await altered((request, answer) => {
      const page = new URL(request.url).searchParams.get('page')
      return isIssueList(request) ? withNext(answer, `${Number(page) + 1}`) : undefined
    })
    await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
      `more than ${MAX_LIST_PAGES} pages of listIssuesOfProject`,
    )
    expect(asked.filter((one) => one.includes('/issues'))).toHaveLength(MAX_LIST_PAGES)
  })

  it('are asked for again where one that leads nowhere was answered before', async () => {
    let isBroken = true
    const { fetch } = await altered((request, answer) =>
      isBroken && isIssueList(request) ? withNext(answer, '1') : undefined,
    )
    const journal = createJournal()
    await expect(record({ url, token: 'root-token', fetch, journal })).rejects.toThrow(CannotRecord)
    isBroken = false
    const { world } = await record({ url, token: 'root-token', fetch, journal })
    expect(world.records.issues).toHaveLength(1)
  })
})

describe('a server that answers otherwise than an API', () => {
  it('is not recorded where it redirects', async () => {
    const headers = { location: 'https://login.example.com/' }
    const { fetch } = await altered(({ url: address }) =>
      address.endsWith('/user') ? undefined : new Response(null, { status: 302, headers }),
    )
    await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
      /answered listAllProjects with a redirect \(302\) to https:\/\/login\.example\.com\//,
    )
  })

  it.each([503, 429])(
    'is not recorded where it asks for a wait without end: %i',
    async (status) => {
      const headers = { 'retry-after': '100000' }
      const { fetch } = await altered(() => new Response('', { status, headers }))
      await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
        /\(.*Retry-After: 100000\)/,
      )
    },
  )

  it('is not recorded where it answers with a part of a list', async () => {
    const { fetch } = await altered(({ url: address }) =>
      address.endsWith('/user') ? undefined : Response.json([], { status: 206 }),
    )
    await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
      new CannotRecord(
        `${url}/api/v3 answered listAllProjects with 206; only 200 is a whole answer.`,
      ),
    )
  })

  it('is not recorded where it refuses the list of the projects', async () => {
    const { fetch } = await altered(({ url: address }) =>
      address.endsWith('/user') ? undefined : Response.json({ message: 'no' }, { status: 403 }),
    )
    await expect(record({ url, token: 'root-token', fetch })).rejects.toThrow(
      'The projects cannot be read: listAllProjects 403.',
    )
  })

  it.each([
    ['a body without end', 60_000, 'larger than 32 MiB'],
    ['a slow drip', 1000, 'within 1 s'],
    ['silence', 1000, 'within 1 s'],
  ] as const)('is left, and its connection closed: %s', async (name, timeout, problem) => {
    const server = await serveEndlessly(endless[name])
    await expect(record({ url: server.url, token: 'root-token', timeout })).rejects.toThrow(problem)
    await expect.poll(() => server.closed).toBe(1)
    expect(server.begun).toBe(1)
  })
})

describe('the administrator of a recording', () => {
  const recordAs = async (token: string) => {
    const forge = await createTestForge({ seed })
    return (await record({ url, token, fetch: forge.fetch })).world
  }
  const whoIs = async (world: RecordedWorld, token: string) => {
    const forge = await createForge({ seed: world as Seed, log: () => {} })
    const headers = { 'private-token': token }
    return (await forge.fetch(new Request(`${url}/api/v3/user`, { headers }))).json()
  }

  it('is the one who was recorded', async () => {
    const recorded = await recordAs('root-token')
    const { world, administrator } = withAdministrator(recorded)
    expect(world).toBe(recorded)
    expect(administrator).toEqual({ username: 'root', token: 'root-token', isAdded: false })
    expect(await whoIs(world, administrator.token)).toMatchObject({ is_admin: true })
  })

  it('is added where the token showed none', async () => {
    const recorded = await recordAs('jane-token')
    const { world, administrator } = withAdministrator(recorded)
    expect(administrator).toMatchObject({ token: 'root-token', isAdded: true })
    expect(await whoIs(world, administrator.token)).toMatchObject({
      username: 'root',
      is_admin: true,
    })
    expect(await whoIs(world, 'jane-token')).toMatchObject({ username: 'jane', is_admin: false })
    expect(world.records.users).toHaveLength((recorded.records.users ?? []).length + 1)
  })

  it('takes no name that is there', async () => {
    const recorded = await recordAs('jane-token')
    const [first] = recorded.records.namespaces ?? []
    const records = {
      ...recorded.records,
      namespaces: [{ ...first, id: 77, kind: 'group', name: 'Root', path: 'Root', owner_id: null }],
    }
    expect(withAdministrator({ records }).administrator.username).toBe('root2')
  })
})
