import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../src/seed/schema.ts'
import { type OtherCredentials, type Verdict, verify } from '../../../src/verify/index.ts'
import { rsaKey } from '../../../src/verify/story/ssh-keys.ts'
import { createTestForge } from '../../harness.ts'

const given = {
  oauth: 'jane-oauth',
  session: 'jane-session',
  readUser: 'jane-reads-users',
  revoked: 'jane-revoked',
}
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    {
      username: 'jane',
      oauth_tokens: [{ token: given.oauth }],
      sessions: [given.session],
      keys: [{ title: 'mine', key: rsaKey() }],
      personal_access_tokens: [
        { token: given.readUser, scopes: ['read_user'] },
        { token: given.revoked, revoked: true },
      ],
    },
  ],
}

type Alter = (request: Request) => Request

/** What a run reports of credentials, as `OPERATION ASPECT`, on a server that may read requests otherwise. */
async function judge(credentials: OtherCredentials, alter: Alter = (request) => request) {
  const forge = await createTestForge({ seed })
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['credentials'],
    credentials,
    fetch: (request) => forge.fetch(alter(request)),
  })
  const reported = new Map<string, Set<Verdict>>()
  const texts: string[] = []
  for await (const result of run) {
    texts.push(JSON.stringify(result))
    const key = `${result.operation} ${result.aspect}`
    if (!/ (credential|scope|revoked):/.test(key)) continue
    reported.set(key, new Set([...(reported.get(key) ?? []), result.verdict]))
  }
  const of = (verdict: Verdict) =>
    [...reported].flatMap(([key, set]) => (set.has(verdict) ? key : []))
  return { of, text: texts.join('\n'), summary: await run.summary, forge }
}

const aspects = [
  'getCurrentUser credential:oauth',
  'getCurrentUser credential:session',
  'getCurrentUser credential:read_user',
  'listProjects scope:read_user',
  'deleteOwnSshKey scope:read_user',
  'getCurrentUser revoked:token',
]

describe('credentials that the API cannot make', () => {
  it('are tried where they are given, and are in no result', async () => {
    const { of, text, summary, forge } = await judge(given)
    expect(summary.failures).toEqual([])
    expect(of('passed')).toEqual(expect.arrayContaining(aspects))
    expect(of('not tested')).toEqual([])
    for (const secret of Object.values(given)) expect(text).not.toContain(secret)
    expect(forge.db.keys.all()).toMatchObject([{ title: 'mine' }])
  })

  it('are reported as not tested where they are not given', async () => {
    const { of, summary } = await judge({})
    expect(of('not tested').sort()).toEqual([...aspects].sort())
    expect(summary.isPassed).toBe(true)
  })

  const asAnother = (secret: string, other: string): Alter => {
    return (request) => {
      if (request.headers.get('private-token') !== secret) return request
      const altered = new Request(request)
      altered.headers.set('private-token', other)
      return altered
    }
  }

  it.each<[string, Alter, string[]]>([
    [
      'a read_user token opens everything',
      asAnother(given.readUser, 'jane-token'),
      ['listProjects scope:read_user', 'deleteOwnSshKey scope:read_user'],
    ],
    [
      'a read_user token opens nothing',
      asAnother(given.readUser, 'unknown'),
      ['getCurrentUser credential:read_user'],
    ],
    [
      'a revoked token still works',
      asAnother(given.revoked, 'jane-token'),
      ['getCurrentUser revoked:token'],
    ],
    ['no Authorization header is read', without('authorization'), [aspects[0] ?? '']],
    ['no cookie is read', without('cookie'), [aspects[1] ?? '']],
  ])('are reported where %s', async (_, alter, failed) => {
    const { of, summary, forge } = await judge(given, alter)
    expect(of('failed')).toEqual(failed)
    expect(summary.isPassed).toBe(false)
    // The token belongs to somebody whom the run did not make.
    expect(forge.db.keys.all()).toMatchObject([{ title: 'mine' }])
  })
})

function without(header: string): Alter {
  return (request) => {
    const altered = new Request(request)
    altered.headers.delete(header)
    return altered
  }
}
