import { expect, it } from 'vitest'
import { createTestForge } from '../../harness.ts'

const seed = {
  users: [
    {
      username: 'root',
      admin: true,
      personal_access_tokens: [
        { token: 'short', name: 'laptop', expires_at: '2017-02-01' },
        { token: 'long', name: 'server' },
      ],
    },
    { username: 'jane' },
    { username: 'bob', sessions: ['seat'] },
  ],
  groups: [{ path: 'team', members: { jane: 'owner' } }, { path: 'guests' }],
  projects: [
    {
      path: 'team/website',
      visibility: 'public',
      members: { bob: { level: 'reporter', expires_at: '2017-01-16' } },
    },
  ],
} as const
const base = await createTestForge({ seed: seed as never, now: '2017-01-15' })

it('lists what time brings and what ends of itself, soonest first', async () => {
  const forge = base.fork()
  const { db } = forge
  db.deployTokens.insert({
    project_id: 1,
    name: 'pull',
    username: 'pull',
    token: 'pull-token',
    scopes: ['read_repository'],
    expires_at: '2017-01-20T00:00:00.000Z',
  })
  const groupId = (path: string) => db.namespaces.all().find((one) => one.path === path)?.id ?? 0
  const [team, guests] = [groupId('team'), groupId('guests')]
  db.groupLinks.insert({ project_id: 1, group_id: guests, expires_at: '2017-01-21' })
  db.groupShares.insert({ group_id: team, invited_group_id: guests, expires_at: '2017-01-22' })
  db.credentials.insert({
    user_id: 2,
    kind: 'oauth',
    token: 'o',
    ends_at: '2017-01-15T02:00:00.000Z',
  })
  await db.credentials.update((query) => query.where({ kind: 'session' }), {
    data(one) {
      one.expires_at = '2017-01-19'
    },
  })
  const all = forge.clock.upcoming()
  expect(all.map(({ at, what }) => [at.slice(0, 13), what])).toEqual([
    ['2017-01-15T02', 'the OAuth token of jane opens nothing more'],
    ['2017-01-16T00', 'bob leaves team/website'],
    ['2017-01-19T00', 'a session of bob ends'],
    ['2017-01-20T00', 'the deploy token "pull" of team/website opens nothing more'],
    ['2017-01-21T00', 'team/website is no longer shared with guests'],
    ['2017-01-22T00', 'team is no longer shared with guests'],
    ['2017-02-01T00', 'the personal token "laptop" of root opens nothing more'],
  ])
  expect(all[1]).toMatchObject({ collection: 'members' })
  expect(db.members.get(all[1]?.id ?? 0)).toMatchObject({ expires_at: '2017-01-16' })
})

it('keeps what was due until the clock is moved, and what has happened no longer', async () => {
  const forge = base.fork()
  forge.clock.set('2017-01-15T12:00:00Z')
  await forge.db.members.update((query) => query.where({ expires_at: '2017-01-16' }), {
    data(member) {
      member.expires_at = '2017-01-10'
    },
  })
  expect(forge.clock.upcoming()[0]).toMatchObject({ what: 'bob leaves team/website' })
  forge.clock.advance(1)
  expect(forge.clock.upcoming().map(({ what }) => what)).toEqual([
    'the personal token "laptop" of root opens nothing more',
  ])
})

it('names merges, deletions, artifacts and warnings', async () => {
  const forge = await createTestForge({ seed: 'demo', now: '2017-01-15' })
  const { db } = forge
  const ask = (method: string, path: string, parameters: object) =>
    forge.fetch(`http://forge.test/api/v4${path}`, {
      method,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    })
  const expires_at = '2017-02-20'
  const bot = { name: 'bot', scopes: ['api'], access_level: 30, expires_at }
  expect((await ask('POST', '/projects/1/access_tokens', bot)).status).toBe(201)
  const [project] = db.projects.all()
  const address = `${db.namespaces.get(project?.namespace_id ?? 0)?.path}/${project?.path}`
  await db.mergeRequests.update((query) => query.where({ state: 'opened' }), {
    data(one) {
      one.merge_after = '2017-01-18T00:00:00.000Z'
      one.merge_when_build_succeeds = true
    },
  })
  const [build] = db.builds.all()
  await db.builds.update((query) => query.where({ id: build?.id ?? 0 }), {
    data(one) {
      one.artifacts = {
        filename: 'a.zip',
        bytes: new Uint8Array(),
        expires_at: '2017-01-16T00:00:00.000Z',
      }
    },
  })
  expect((await ask('DELETE', '/projects/2', {})).status).toBe(202)
  const words = forge.clock.upcoming().map(({ what }) => what)
  expect(words).toContain('hooks hear that the token "bot" ends on 2017-02-20')
  expect(
    words.filter((what) => /!\d+ is merged, if nothing else is missing$/.test(what)),
  ).not.toEqual([])
  expect(words).toContain(
    `the artifacts of the job ${build?.id} (${build?.name}) of ${address} are removed`,
  )
  expect(
    words.filter((what) => /^the project \S+-deletion_scheduled-2 is removed$/.test(what)),
  ).toHaveLength(1)
})
