import { beforeAll, describe, expect, it } from 'vitest'
import { createInventor } from '../../src/cli/record/inventor.ts'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import {
  CannotRecord,
  createJournal,
  type Progress,
  possiblyPersonal,
  type RecordedWorld,
  record,
  replacePersonalData,
} from '../../src/record/index.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { verify } from '../../src/verify/index.ts'
import { createTestForge, now } from '../harness.ts'
import { worldAnswers } from '../seed/world-answers.ts'
import { differences } from './compare.ts'

const url = 'http://forge.test'
const token = 'root-token'
const serve = (seed: Seed) =>
  createForge({ seed, now, randomSeed: 1, log: () => {}, validateResponses: true })

/** What the API does not show to the one whose token it is, and where the answers show that. */
const notShown: Readonly<Record<string, RegExp>> = {
  'system hooks, which would deliver to a real address': /^\/hooks » \.body\[\]$/,
  'which projects others starred': /^(?!root )\w+ \/projects\/starred » \.body\[\]/,
  'what others subscribed to':
    /^(?!root )\w+ (\/projects\/\d+)?\/(issues|merge_requests) » \.body\[\]\.subscribed$/,
  'what others are notified of':
    /^(?!root )\w+ (\/projects\/\d+)?\/notification_settings » \.body\.(level|events)/,
  'what others are notified of, as their projects show it':
    /^(?!root )\w+ \/projects(\/\d+|\/owned)? » .*\.permissions\.group_access\.notification_level$/,
  'git objects that no branch holds, and files of artifacts, which take up space':
    /^\/projects\/all\?statistics=true » \.body\[\]\.statistics\.(storage|repository|build_artifacts)_size$/,
}

/** What the API does not give and no GET shows, by the collection it is kept in. */
const notKept: Readonly<Record<string, string>> = {
  credentials: 'tokens but the private ones',
  hooks: 'system hooks',
  deployments: 'deployments that did not succeed, which came after v3',
  mergeRequestVersions: 'what merge requests were to merge before their last push',
  notificationSettings: 'what others are notified of',
  awardEmoji: 'awards but votes',
  subscriptions: 'what others subscribed to',
  todos: 'todos, which no operation of the specification lists',
  labels: 'labels of groups, which came after v3',
  milestones: 'milestones of groups, which came after v3',
  boards: 'boards, of which the specification has none',
  boardLists: 'their lists',
  draftNotes: 'notes that nobody but their author sees yet',
  suggestions: 'suggestions, which came after v3',
  badges: 'badges, which came after v3',
  broadcastMessages: 'messages of the instance, which the specification does not have',
  integrations: 'services, which the specification does not have',
  pipelineSchedules: 'schedules, which came after v3',
  runners: 'runners, which the specification does not have',
  runnerProjects: 'the projects of runners',
  follows: 'whom users follow, which came after v3',
  remoteMirrors: 'mirrors, which came after v3',
  pagesDomains: 'domains of pages, which came after v3',
  accessRequests: 'who asked to become a member, which the specification does not have',
  invitations: 'who was invited, which came after v3',
  wikiPages: 'wikis, which came after v3',
  deployTokens: 'tokens of projects and groups, whose secrets no API shows',
  oauthApplications: 'applications, whose secrets no API shows',
  resourceLabelEvents: 'when labels came and went, which came after v3',
  resourceMilestoneEvents: 'when milestones came and went, which came after v3',
  resourceStateEvents: 'when issues were closed, which came after v3',
}

describe('a recording of the demo world', () => {
  let forge: Forge
  let world: RecordedWorld
  beforeAll(async () => {
    forge = await createTestForge({ seed: 'demo' })
    world = (await record({ url, token, fetch: forge.fetch })).world
  })

  it('answers every GET as the demo world does, but for what the API does not show', async () => {
    const served = await serve(JSON.parse(JSON.stringify(world)))
    const expected = await worldAnswers(forge)
    expect(Object.keys(expected).length).toBeGreaterThan(1000)
    const found = differences(expected, await worldAnswers(served))
    const namesOf = (place: string) =>
      Object.keys(notShown).filter((name) => notShown[name]?.test(place))
    expect(found.filter((place) => namesOf(place).length !== 1)).toEqual([])
    expect(new Set(found.flatMap(namesOf))).toEqual(new Set(Object.keys(notShown)))
  })

  it('keeps as many records of everything, but for what the API does not show', async () => {
    const served = await serve(JSON.parse(JSON.stringify(world)))
    const countsOf = (one: Forge) =>
      Object.entries(one.snapshot()).map(([name, { records }]) => `${name}: ${records.length}`)
    const missing = countsOf(forge).filter((line) => !countsOf(served).includes(line))
    expect(missing.map((line) => line.replace(/:.*/, '')).sort()).toEqual(
      Object.keys(notKept).sort(),
    )
  })

  it('does not show which notes are one discussion, and whether that is resolved', async () => {
    const served = await serve(JSON.parse(JSON.stringify(world)))
    const discussed = (one: Forge) =>
      one.db.notes.all().filter(({ discussion_id }) => discussion_id !== null).length
    expect([discussed(forge) > 0, discussed(served)]).toEqual([true, 0])
  })

  it('passes verify --read-only', async () => {
    const served = await serve(world)
    const run = verify({ url, token, fetch: served.fetch, readOnly: true })
    const { isPassed, requests } = await run.summary
    expect({ isPassed, hasRead: requests > 0 }).toEqual({ isPassed: true, hasRead: true })
  })

  it('gives nothing that the API does not show: whose votes, and the other tokens', async () => {
    expect(world.records).not.toHaveProperty('todos')
    expect(world.records).not.toHaveProperty('hooks')
    const tokens = (world.records.credentials ?? []).map((credential) => credential.token)
    expect(tokens).not.toContain('jonas-badge-token')
    expect(tokens).toContain('jonas-token')
  })

  it('without personal data is a world of the same shape, and nobody is in it', async () => {
    const replaced = replacePersonalData(world, createInventor())
    const text = JSON.stringify(replaced)
    for (const { username, name, email } of forge.db.users.all()) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(`@${username} `)
      if (/ /.test(name)) expect(text).not.toContain(name)
    }
    expect(text).not.toContain('tidewater-website-runners-token')
    expect(text).not.toContain('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFtO0')
    const served = await serve(replaced as Seed)
    const counts = ({ db }: Forge) =>
      [db.users, db.projects, db.issues, db.notes].map((one) => one.all().length)
    expect(counts(served)).toEqual(counts(forge))
    const log = (one: Forge) => one.db.repositories.all().map(({ refs }) => [...refs.keys()].sort())
    expect(log(served)).toEqual(log(forge))
    expect(replacePersonalData(world, createInventor())).toEqual(replaced)
  })
})

describe('a recording', () => {
  const seed: Seed = {
    users: [
      { username: 'root', admin: true },
      { username: 'jane', name: 'Jane Doe' },
      { username: 'max' },
    ],
    groups: [{ path: 'boats', members: { jane: 'owner' } }],
    projects: [
      {
        path: 'boats/ferry',
        issues: [
          {
            title: 'It leaks',
            author: 'jane',
            notes: [{ body: 'Ask jane@example.com, @jane', author: 'jane' }],
          },
        ],
        repository: {
          commits: [
            {
              message: 'Begin',
              author: 'jane',
              actions: [
                {
                  action: 'create',
                  file_path: 'AUTHORS',
                  content: 'Jane Doe <jane@example.com>\nleft-pad@1.2.3\n',
                },
              ],
            },
          ],
        },
      },
      { path: 'jane/secret', members: { max: 'guest' } },
    ],
  }

  it('reads the projects that are named, and whoever is in them', async () => {
    const forge = await createTestForge({ seed })
    const methods = new Set<string>()
    const fetch = (request: Request) => {
      methods.add(request.method)
      return forge.fetch(request)
    }
    const { world } = await record({ url, token, projects: ['boats/ferry'], fetch })
    const { projects, users, issues } = world.records
    expect(projects?.map(({ path }) => path)).toEqual(['ferry'])
    expect(users?.map(({ username }) => username)).toEqual(['root', 'jane'])
    expect(issues).toMatchObject([{ title: 'It leaks' }])
    expect([...methods]).toEqual(['GET'])
  })

  it('replaces names, usernames and addresses in texts and files, and no package versions', async () => {
    const forge = await createTestForge({ seed })
    const { world } = await record({ url, token, projects: ['boats/ferry'], fetch: forge.fetch })
    const people = ['ada', 'ben', 'cleo'].map((username) => ({
      ...{ username, name: `${username} x`, email: `${username}@x.example` },
    }))
    const inventor = {
      person: () => people.shift() ?? { username: 'z', name: 'z', email: 'z' },
      token: () => 't',
      key: () => 'k',
    }
    const { records } = replacePersonalData(world, inventor)
    expect(records.notes).toMatchObject([{ body: 'Ask ben@x.example, @ben' }])
    expect(records.commits).toMatchObject([
      {
        author: { name: 'ben x', email: 'ben@x.example' },
        files: { AUTHORS: 'ben x <ben@x.example>\nleft-pad@1.2.3\n' },
      },
    ])
    const served = await serve({ records })
    const answer = await served.fetch(
      new Request(`${url}/api/v3/projects/1/repository/commits`, {
        headers: { 'private-token': 'ada-token' },
      }),
    )
    expect(await answer.json()).toMatchObject([{ author_name: 'ben x', title: 'Begin' }])
  })

  it('replaces first names, family names and usernames in what people write, and in no file', async () => {
    const forge = await createTestForge({
      seed: {
        users: [
          { username: 'root', admin: true },
          { username: 'jane', name: 'Jane Doe' },
        ],
        projects: [
          {
            path: 'jane/boat',
            issues: [
              {
                title: 'Ask Jane, or Mrs. Doe',
                author: 'jane',
                description: 'jane knows: boat/JANE.md, Janet does not. Call +49 30 1234567.',
              },
            ],
            repository: {
              commits: [
                {
                  message: 'Begin',
                  author: 'jane',
                  actions: [
                    { action: 'create', file_path: 'main.rb', content: 'jane = Doe.new\n' },
                  ],
                },
              ],
            },
          },
        ],
      },
    })
    const { world } = await record({ url, token, fetch: forge.fetch })
    const { records } = replacePersonalData(world, createInventor(), [/\+\d[\d ]+/g])
    const jane = records.users?.at(-1)
    const [first, family] = String(jane?.name).split(' ')
    expect(records.issues).toMatchObject([
      {
        title: `Ask ${first}, or Mrs. ${family}`,
        description: `${jane?.username} knows: boat/JANE.md, Janet does not. Call [scrubbed].`,
      },
    ])
    expect(JSON.stringify(records.commits)).toContain('jane = Doe.new')
    expect(possiblyPersonal({ records })).toEqual([
      { what: 'texts that people wrote, with names that no user of the server has', count: 3 },
      { what: 'files of text, with names of authors and licensees', count: 1 },
      { what: 'names of groups and projects', count: 3 },
    ])
    expect(possiblyPersonal(world)).toContainEqual({
      what: 'texts with something like a telephone number',
      count: 1,
    })
  })

  it('reads several projects at once, is the same as one after the other, and says how far it is', async () => {
    const forge = await createTestForge({ seed })
    let underWay = 0
    let most = 0
    const progress: Progress[] = []
    const fetch = async (request: Request) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 1))
      return forge.fetch(request).finally(() => underWay--)
    }
    const onProgress = (one: Progress) => progress.push(one)
    const aside = await record({ url, token, fetch, concurrency: 8, onProgress })
    expect(most).toBeGreaterThan(1)
    const inTurn = await record({ url, token, fetch: forge.fetch, concurrency: 1 })
    expect(aside).toEqual(inTurn)
    expect(progress.at(-1)).toMatchObject({ projects: { completed: 2, total: 2 }, remaining: 0 })
  })

  it('has what time brought: the end of a membership', async () => {
    const forge = await createTestForge({
      seed: {
        users: [{ username: 'root', admin: true }, { username: 'jane' }],
        projects: [
          {
            path: 'root/ferry',
            members: { jane: { level: 'developer', expires_at: '2017-01-20' } },
          },
        ],
      },
    })
    forge.clock.set('2017-02-01T00:00:00Z')
    const { world } = await record({ url, token, fetch: forge.fetch })
    expect(world.records.events?.map((one) => one.action_name)).toContain('expired')
  })

  it('is read by a plain user as far as that one sees it', async () => {
    const forge = await createTestForge({ seed })
    const { world } = await record({
      url,
      token: 'max-token',
      projects: ['jane/secret'],
      fetch: forge.fetch,
    })
    expect(world.records.users).toMatchObject([{ username: 'jane' }, { username: 'max' }])
    expect(JSON.stringify(world)).not.toContain('runners_token')
    await expect(serve(world as Seed)).resolves.toBeDefined()
  })

  it('goes on where it was, sending nothing twice', async () => {
    const forge = await createTestForge({ seed })
    const journal = createJournal()
    const asked: string[] = []
    const whole = await record({ url, token, fetch: forge.fetch })
    const breaking = (request: Request) => {
      if (asked.length === 20) return Promise.reject(new Error('gone'))
      asked.push(request.url)
      return forge.fetch(request)
    }
    const first = record({ url, token, journal, fetch: breaking })
    await expect(first).rejects.toThrow(CannotRecord)
    const before = asked.length
    const fetch = (request: Request) => {
      asked.push(request.url)
      return forge.fetch(request)
    }
    const second = await record({ url, token, journal, fetch })
    expect(second.world).toEqual(whole.world)
    expect(before).toBe(20)
    expect(asked).toHaveLength(whole.requests)
    expect(new Set(asked).size).toBe(asked.length)
  })

  it.each([
    ['a wrong token', { token: 'wrong' }, 'does not accept the token (401)'],
    ['no such project', { projects: ['no/where'] }, 'There is no project no/where'],
    ['another API', { fetch: async () => new Response('<html>') }, 'is it the v3 API?'],
  ])('cannot begin with %s', async (_, options, message) => {
    const forge = await createTestForge({ seed })
    await expect(record({ url, token, fetch: forge.fetch, ...options })).rejects.toThrow(message)
  })

  it('sends no more requests a second than it may', async () => {
    const forge = await createTestForge({ seed })
    const started = performance.now()
    const { requests } = await record({
      url,
      token,
      projects: ['jane/secret'],
      rate: 50,
      fetch: forge.fetch,
    })
    expect(performance.now() - started).toBeGreaterThan(((requests - 1) / 50) * 1000 * 0.9)
  })
})
