import { beforeAll, describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { CannotRecord, type RecordedWorld, record } from '../../src/record/index.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'
import { differences } from './compare.ts'

const url = 'http://forge.test/api/v4'
const token = 'root-token'

async function answer(forge: Forge, path: string) {
  const headers = { 'private-token': token }
  const response = await forge.fetch(new Request(`${url}${path}`, { headers }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** What v4 shows an administrator of a world: the lists of the instance, and those of each project. */
async function answersOf(forge: Forge) {
  const answers: Record<string, Awaited<ReturnType<typeof answer>>> = {}
  const read = async (path: string) => {
    const separator = path.includes('?') ? '&' : '?'
    answers[path] = await answer(forge, `${path}${separator}per_page=100`)
    return Array.isArray(answers[path]?.body) ? answers[path].body : []
  }
  await read('/users')
  for (const { id } of await read('/groups')) {
    for (const below of ['', '/members', '/projects', '/subgroups'])
      await read(`/groups/${id}${below}`)
  }
  for (const { id } of await read('/projects')) {
    const site = `/projects/${id}`
    for (const below of ['', '/members', '/repository/branches', '/repository/tags']) {
      await read(`${site}${below}`)
    }
    await read(`${site}/repository/commits?all=true`)
    await read(`${site}/repository/tree?recursive=true`)
    await read(`${site}/jobs`)
    for (const { id: snippet } of await read(`${site}/snippets`)) {
      await read(`${site}/snippets/${snippet}/notes`)
    }
    for (const kind of ['issues', 'merge_requests']) {
      for (const { iid } of await read(`${site}/${kind}?scope=all&state=all`)) {
        await read(`${site}/${kind}/${iid}/notes`)
      }
    }
  }
  return answers
}

describe('a recording by v4 of the demo world', () => {
  let forge: Forge
  let world: RecordedWorld
  const methods = new Set<string>()
  beforeAll(async () => {
    forge = await createTestForge({ seed: 'demo' })
    const fetch = (request: Request) => {
      methods.add(request.method)
      return forge.fetch(request)
    }
    world = (await record({ url, token, fetch })).world
  })

  it('sends GET alone', () => {
    expect([...methods]).toEqual(['GET'])
  })

  it('answers the lists of v4 as the demo world does, but for what v4 does not show', async () => {
    const served = await createTestForge({ seed: JSON.parse(JSON.stringify(world)) })
    const expected = await answersOf(forge)
    expect(Object.keys(expected).length).toBeGreaterThan(200)
    const found = differences(expected, await answersOf(served))
    const known = Object.values(notShown)
    expect(found.filter((place) => !known.some((one) => one.test(place)))).toEqual([])
    expect(known.filter((one) => !found.some((place) => one.test(place)))).toEqual([])
  })

  it('has no token of the server', () => {
    const tokens = (world.records.credentials ?? []).map((credential) => credential.token)
    expect(tokens).not.toContain('jonas-badge-token')
  })
})

/** Where the answers show what no GET of v4 that a recording sends tells, and why. */
const notShown: Readonly<Record<string, RegExp>> = {
  'the days of the requests of a recording itself': /\/users » \.body\[\]\.last_activity_on$/,
  'who follows whom': / » \.body\[\]\.(user\.)?(followers|following)$/,
  'who made an annotated tag, of which its id is made': /\/tags » \.body\[\]\.target$/,
  'when the state of a pipeline changed last, and how long a job waited':
    /\/jobs » \.body\[\]\.(pipeline\.updated_at|queued_duration)$/,
  'which notes are one discussion, at which line, with what suggestions, and whether it is resolved':
    /\/notes » \.body\[\]\.(type|position|suggestions|resolvable|resolved|resolved_by|resolved_at)/,
  'the same, as merge requests show it':
    /\/merge_requests\?.* » \.body\[\]\.(detailed_merge_status|blocking_discussions_resolved)$/,
}

describe('a recording by v4', () => {
  const seed: Seed = {
    users: [
      { username: 'root', admin: true },
      {
        ...{ username: 'jane', job_title: 'Captain', public_email: 'jane@harbour.example' },
        personal_access_tokens: [{ token: 'glpat-secret', name: 'ci', scopes: ['api'] }],
      },
      { username: 'bob', state: 'deactivated' },
    ],
    groups: [
      { path: 'acme', visibility: 'internal', members: { jane: 'owner', bob: 'planner' } },
      { path: 'acme/tools' },
      { path: 'acme/tools/small' },
    ],
    projects: [
      {
        path: 'acme/tools/small/hammer',
        repository: {
          commits: [
            {
              message: 'Begin',
              author: 'jane',
              actions: [{ action: 'create', file_path: 'README.md', content: '# Hammer\n' }],
            },
            {
              message: 'Next',
              branch: 'next',
              author: 'jane',
              actions: [{ action: 'create', file_path: 'next.md', content: 'Next\n' }],
            },
          ],
        },
        merge_requests: [
          { title: 'Next', source_branch: 'next', assignees: ['jane', 'bob'], reviewers: ['bob'] },
        ],
      },
    ],
  }

  it('keeps subgroups, levels, states of users, several assignees and reviewers, and no token', async () => {
    const forge = await createTestForge({ seed })
    const { world } = await record({ url, token, fetch: forge.fetch })
    expect(JSON.stringify(world)).not.toContain('glpat-secret')
    const served = await createTestForge({ seed: JSON.parse(JSON.stringify(world)) })
    const { body: project } = await answer(served, '/projects/acme%2Ftools%2Fsmall%2Fhammer')
    expect(project.namespace.full_path).toBe('acme/tools/small')
    const { body: members } = await answer(served, '/groups/acme/members')
    expect(members).toMatchObject([
      { username: 'jane', access_level: 50 },
      { username: 'bob', access_level: 15 },
    ])
    expect((await answer(served, '/users?username=bob')).body[0].state).toBe('deactivated')
    const [jane] = (await answer(served, '/users?username=jane')).body
    expect(jane).toMatchObject({ job_title: 'Captain', public_email: 'jane@harbour.example' })
    const { body: merge } = await answer(served, `/projects/${project.id}/merge_requests/1`)
    const names = (people: readonly { username: string }[]) =>
      people.map(({ username }) => username)
    expect([names(merge.assignees), names(merge.reviewers)]).toEqual([['jane', 'bob'], ['bob']])
  })

  it('says where v4 is not spoken', async () => {
    const fetch = async () => Response.json({ error: '404 Not Found' }, { status: 404 })
    await expect(record({ url, token, fetch })).rejects.toThrow(CannotRecord)
    await expect(record({ url, token, fetch })).rejects.toThrow('not the v4 API')
  })
})
