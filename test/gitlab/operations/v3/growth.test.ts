import { beforeAll, describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { growthExponent, MAX_EXPONENT } from '../../../growth.ts'
import { createTestForge, now } from '../../../harness.ts'

/** Records of the smaller measurement, of which the greater has four times as many. */
const size = Number(process.env.FORGERY_GROWTH_SIZE ?? 300)

const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a' })
const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'stays' }, { username: 'goes' }],
  groups: [{ path: 'acme', members: { stays: 'owner' } }],
  projects: [
    {
      path: 'acme/site',
      repository: {
        commits: [
          { message: 'Begin', author: 'stays', actions: [create('a')] },
          { message: 'Add', author: 'stays', branch: 'feature', actions: [create('b')] },
          { message: 'Go on', author: 'stays', actions: [create('c')] },
        ],
      },
      issues: [{ title: 'First', author: 'stays' }],
      merge_requests: [{ title: 'Add', author: 'stays', source_branch: 'feature' }],
    },
  ],
}
const stays = 2
const goes = 3
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function fillIssues({ db }: Forge, count: number, assignee_id: number | null): void {
  for (const number of upTo(count)) {
    const assigned = { project_id: 1, title: `Issue ${number}`, author_id: stays, assignee_id }
    db.issues.insert({ ...assigned, iid: number + 1 })
  }
}

function fillProjects({ db }: Forge, count: number, origin: number | null): number[] {
  return upTo(count).map((number) => {
    const name = { name: `p${number}`, path: `p${number}` }
    const known = { namespace_id: groupOf(db), creator_id: stays, forked_from_project_id: origin }
    return db.projects.insert({ ...name, ...known }).id
  })
}

function groupOf(db: Forge['db']): number {
  return db.namespaces.one('path', 'acme')?.id ?? 0
}

const labels = (name: string, count: number) => upTo(count).map((number) => `${name} ${number}`)
const deleteUser = ['DELETE', `/users/${goes}`] as const

interface Growing {
  /** Makes the world larger. */
  fill(forge: Forge, count: number): void | Promise<void>
  readonly call: readonly [method: string, path: string]
  readonly parameters?: (count: number) => object
}

const growing: Readonly<Record<string, Growing>> = {
  'deleting a user with many assigned issues': {
    fill: (forge, count) => fillIssues(forge, count, goes),
    call: deleteUser,
  },
  'deleting a user who is a member of many projects': {
    fill(forge, count) {
      for (const source_id of fillProjects(forge, count, null)) {
        const member = { source_type: 'project', source_id, access_level: 30 } as const
        forge.db.members.insert({ ...member, user_id: goes, created_at: now })
        forge.db.stars.insert({ user_id: goes, project_id: source_id })
      }
    },
    call: deleteUser,
  },
  'deleting a user who started many pipelines': {
    fill({ db }, count) {
      const ran = { project_id: 1, ref: 'master', sha: 'f'.repeat(40), created_at: now }
      for (const _ of upTo(count)) {
        const { id } = db.pipelines.insert({ ...ran, user_id: goes })
        db.builds.insert({ ...ran, pipeline_id: id, name: 'test', user_id: goes })
        db.commitStatuses.insert({ ...ran, pipeline_id: id, author_id: goes })
      }
    },
    call: deleteUser,
  },
  'deleting a user who wrote and resolved many comments': {
    fill({ db }, count) {
      for (const number of upTo(count)) {
        const note = { project_id: 1, noteable_type: 'MergeRequest', noteable_id: 1 } as const
        const resolved = number % 2 === 0 ? { resolved_by_id: goes, author_id: stays } : {}
        db.notes.insert({ ...note, body: 'Hm', author_id: goes, ...resolved })
      }
    },
    call: deleteUser,
  },
  'deleting a group of many projects, issues and forks': {
    fill(forge, count) {
      fillIssues(forge, count, null)
      fillProjects(forge, count, 1)
    },
    call: ['DELETE', '/groups/acme'],
  },
  'deleting many merged branches': {
    async fill(forge, count) {
      const commits = '/projects/1/repository/commits?ref_name=master'
      const [, begin] = await (await forge.fetch(requestOf('GET', commits, {}))).json()
      const record = forge.db.repositories.get(1)
      const topics = upTo(count).map((number) => [`refs/heads/topic-${number}`, begin.id] as const)
      const refs = new Map([...(record?.refs ?? []), ...topics])
      if (record) forge.db.repositories.replace(record, { refs })
    },
    call: ['DELETE', '/projects/1/repository/merged_branches'],
  },
  'replacing many labels by one': {
    fill({ db }, count) {
      const issue = db.issues.get(1)
      for (const title of labels('old', count)) {
        db.labels.insert({ project_id: 1, title, color: '#428bca' })
      }
      if (issue) db.issues.replace(issue, { labels: labels('old', count) })
    },
    call: ['PUT', '/projects/1/issues/1'],
    parameters: () => ({ labels: 'new' }),
  },
  'merging what closes many issues': {
    fill(forge, count) {
      fillIssues(forge, count, null)
      const mergeRequest = forge.db.mergeRequests.get(1)
      const description = `Closes ${upTo(count).map((number) => `#${number + 1}`)}`
      if (mergeRequest) forge.db.mergeRequests.replace(mergeRequest, { description })
    },
    call: ['PUT', '/projects/1/merge_requests/1/merge'],
  },
  'merging what names one issue many times': {
    fill({ db }, count) {
      const mergeRequest = db.mergeRequests.get(1)
      const description = `Closes ${'AA-1 and #1, '.repeat(count)} and closes ${'AA-1 '.repeat(count)}`
      if (mergeRequest) db.mergeRequests.replace(mergeRequest, { description })
    },
    call: ['PUT', '/projects/1/merge_requests/1/merge'],
  },
}

function requestOf(method: string, path: string, parameters: object): Request {
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const body = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(parameters)
  const init = body === undefined ? { method, headers } : { method, headers, body }
  return new Request(`http://forge.test/api/v3${path}`, init)
}

describe('a call takes a time that grows with what it changes', () => {
  let forge: Forge
  beforeAll(async () => {
    forge = await createTestForge({
      seed,
      validateResponses: false,
      fetch: async () => new Response(),
    })
  })

  it.each(Object.entries(growing))(
    '%s',
    async (_, { fill, call: [method, path], parameters }) => {
      const worlds = new Map<number, ReturnType<Forge['snapshot']>>()
      async function worldOf(count: number) {
        forge.reset()
        await fill(forge, count)
        return forge.snapshot()
      }
      const exponent = await growthExponent(size, async (count) => {
        const world = worlds.get(count) ?? (await worldOf(count))
        worlds.set(count, world)
        return async () => {
          forge.restore(world)
          const sent = requestOf(method, path, parameters?.(count) ?? {})
          const { status } = await forge.fetch(sent)
          expect(status).toBe(200)
        }
      })
      expect(exponent).toBeLessThan(MAX_EXPONENT)
    },
    600_000 + size * 60,
  )
})
