import { beforeAll, describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { createTestForge } from '../../../harness.ts'

const count = 500
/** Not in the order of the ids. */
const dayOf = (index: number, step: number) =>
  new Date(Date.UTC(2016, 0, 1 + ((index * step) % count))).toISOString()
const issues = Array.from({ length: count }, (_, index) => ({
  title: `Issue ${index + 1}`,
  author: index % 2 === 0 ? 'jane' : 'bob',
  confidential: index === 17,
  created_at: dayOf(index, 7),
  updated_at: dayOf(index, 11),
  labels: [`label ${index % 5}`, ...(index % 50 === 0 ? ['rare'] : [])],
  milestone: `v${index % 2}`,
  ...(index % 4 === 0 ? { state: 'closed' as const } : {}),
}))
const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      visibility: 'public' as const,
      created_by: 'jane',
      milestones: [{ title: 'v0' }, { title: 'v1' }],
      issues,
    },
    ...Array.from({ length: count }, (_, index) => ({
      path: `jane/project-${index}`,
      created_by: 'jane',
      ...(index % 2 === 0 ? { visibility: 'public' as const } : {}),
    })),
  ],
}

const bob = 3

let world: Forge
beforeAll(async () => {
  world = await createTestForge({ seed })
  for (let index = 0; index < count; index++) {
    world.db.mergeRequests.insert({
      iid: index + 1,
      title: `Merge ${index + 1}`,
      author_id: 2,
      source_project_id: 1,
      target_project_id: 1,
      source_branch: `branch-${index}`,
      target_branch: 'master',
      created_at: dayOf(index, 7),
      updated_at: dayOf(index, 11),
      state: index % 4 === 0 ? 'closed' : 'opened',
    })
  }
})

/** Counts how many records are taken out of what the indexes of some collections hold, of members and stars if told. */
function countVisits(
  { db: { issues, members, mergeRequests, projects, stars } }: Forge,
  { withMembers = false } = {},
): () => number {
  let visits = 0
  function counted<R>(records: readonly R[]): readonly R[] {
    return new Proxy(records, {
      get(_, property) {
        if (typeof property === 'string' && /^\d+$/.test(property)) visits += 1
        return Reflect.get(records, property)
      },
    })
  }
  const byOf = {
    issues: issues.by,
    members: members.by,
    mergeRequests: mergeRequests.by,
    projects: projects.by,
    stars: stars.by,
  }
  if (withMembers) {
    members.by = (...asked) => counted(byOf.members.apply(members, asked))
    stars.by = (...asked) => counted(byOf.stars.apply(stars, asked))
  }
  issues.by = (...asked) => counted(byOf.issues.apply(issues, asked))
  mergeRequests.by = (...asked) => counted(byOf.mergeRequests.apply(mergeRequests, asked))
  projects.by = (...asked) => counted(byOf.projects.apply(projects, asked))
  return () => visits
}

async function visitsOf(path: string, username = 'jane') {
  const forge = world.fork()
  return visitsIn(forge, countVisits(forge), path, username)
}

async function visitsIn(forge: Forge, visits: () => number, path: string, username = 'jane') {
  const before = visits()
  const request = new Request(`http://forge.test/api/v3${path}`, {
    headers: { 'private-token': `${username}-token` },
  })
  const response = await forge.fetch(request)
  const json = await response.json()
  return { json, total: response.headers.get('x-total'), visits: visits() - before }
}

/** To find a record among so many takes nine looks; a page begins with what leaps over those before it. */
const mostBeside = 60

describe('of the issues of a project', () => {
  it.each([
    ['/projects/1/issues', count],
    ['/projects/1/issues?state=opened', count - count / 4],
    ['/projects/1/issues?state=closed&sort=asc', count / 4],
  ])('a page visits those that it may show: %s', async (path, total) => {
    const answer = await visitsOf(path)
    expect(answer.json).toHaveLength(20)
    expect(answer.total).toBe(String(total))
    // Twenty of each list, what they begin with, and what is looked up of the project.
    expect(answer.visits).toBeLessThanOrEqual(2 * 20 + mostBeside)
  })

  it.each([
    ['?labels=label 3', 100],
    ['?labels=label 3&sort=asc&order_by=updated_at', 100],
    ['?labels=label 3&state=opened', 75],
    ['?labels=label 3&page=3', 100],
    ['?labels=label 3&milestone=v1', 50],
    ['?labels=label 3&milestone=v1&state=opened&order_by=updated_at', 50],
    ['?milestone=v1', 250],
    ['?milestone=v1&order_by=updated_at', 250],
    ['?order_by=updated_at', count],
    ['?order_by=updated_at&sort=asc&state=opened', count - count / 4],
    ['?page=12', count],
    ['?page=24&order_by=updated_at', count],
  ])('a filtered page visits those that it shows: %s', async (query, total) => {
    const answer = await visitsOf(`/projects/1/issues${query}`)
    expect(answer.json).toHaveLength(20)
    expect(answer.total).toBe(String(total))
    expect(answer.visits).toBeLessThanOrEqual(4 * 20 + mostBeside)
  })

  it('a filter by several visits those that the narrowest finds', async () => {
    const answer = await visitsOf('/projects/1/issues?labels=rare&milestone=v0&state=opened')
    expect(answer.json).toHaveLength(5)
    expect(answer.visits).toBeLessThanOrEqual(2 * 10 + mostBeside)
  })

  it('the next page by one of several labels visits those that it shows', async () => {
    const query = '/projects/1/issues?labels=label 3,label 1,rare'
    const forge = world.fork()
    const visits = countVisits(forge)
    const first = await visitsIn(forge, visits, query)
    const next = await visitsIn(forge, visits, `${query}&page=2`)
    expect([first.total, next.total]).toEqual(['210', '210'])
    expect(next.visits).toBeLessThanOrEqual(4 * 20 + mostBeside)
  })

  it('a number visits as many as it takes to find it', async () => {
    const answer = await visitsOf('/projects/1/issues?iid=123')
    expect(answer.json).toMatchObject([{ iid: 123 }])
    expect(answer.visits).toBeLessThanOrEqual(mostBeside)
  })

  it.each([
    ['', 250],
    ['?order_by=updated_at&sort=asc', 250],
    ['?labels=label 2', 50],
    ['?milestone=v0&state=opened', 125],
  ])('the own ones are visited as they are shown: %s', async (query, total) => {
    const answer = await visitsOf(`/issues${query}`)
    expect(answer.json).toHaveLength(20)
    expect(answer.total).toBe(String(total))
    expect(answer.visits).toBeLessThanOrEqual(2 * 20 + mostBeside)
  })

  it('the project itself visits none, as its owner sees all', async () => {
    const answer = await visitsOf('/projects/1')
    expect(answer.json.open_issues_count).toBe(count - count / 4)
    expect(answer.visits).toBe(0)
  })

  it('a new one visits none but the last', async () => {
    const forge = world.fork()
    const visits = countVisits(forge)
    const response = await forge.fetch(
      new Request('http://forge.test/api/v3/projects/1/issues', {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Another, after #3', description: 'See #4.' }),
      }),
    )
    expect((await response.json()).iid).toBe(count + 1)
    expect(visits()).toBeLessThanOrEqual(1 + 2 * 10)
  })
})

describe('of a search', () => {
  it.each([
    ['/projects/all?search=OJECT-17', 11],
    ['/projects/visible?search=project-499&order_by=name', 1],
    ['/projects/visible?search=nothing', 0],
  ])('no project is visited but what is found: %s', async (path, total) => {
    const answer = await visitsOf(path, 'root')
    expect(answer.total).toBe(String(total))
    // To find one on a list takes ten looks; there are three lists of projects for an administrator.
    expect(answer.visits).toBeLessThanOrEqual(3 * 10 * total + mostBeside)
  })

  it.each(
    ['', '/visible', '/owned', '/starred'].flatMap((list) => [
      [`/projects${list}?search=project-499`, list === '/owned' ? 0 : 1] as const,
      [`/projects${list}?search=nothing&order_by=name`, 0] as const,
    ]),
  )('who is a member of many visits what is found alone: %s', async (path, total) => {
    const forge = world.fork()
    for (const { id } of forge.db.projects.all()) {
      const member = { source_type: 'project', source_id: id, access_level: 20 } as const
      forge.db.members.insert({ ...member, user_id: bob, created_at: dayOf(id, 1) })
      forge.db.stars.insert({ user_id: bob, project_id: id })
    }
    const answer = await visitsIn(forge, countVisits(forge, { withMembers: true }), path, 'bob')
    expect(answer.total).toBe(String(total))
    expect(answer.visits).toBeLessThanOrEqual(mostBeside)
  })

  it('in a group visits what is found alone', async () => {
    const forge = world.fork()
    const { namespaces, projects } = forge.db
    const { id } = namespaces.insert({ kind: 'group', name: 'acme', path: 'acme' })
    for (const project of projects.all()) projects.replace(project, { namespace_id: id })
    const path = '/groups/acme/projects?search=project-499'
    const answer = await visitsIn(forge, countVisits(forge), path, 'root')
    expect(answer.total).toBe('1')
    expect(answer.visits).toBeLessThanOrEqual(mostBeside)
  })
})

it('who is a member of many projects visits the memberships in those of the page alone', async () => {
  const forge = world.fork()
  const isOpen = ({ visibility_level }: { visibility_level: number }) => visibility_level === 20
  for (const { id } of forge.db.projects.all().filter(isOpen)) {
    forge.db.members.insert({
      source_type: 'project',
      source_id: id,
      user_id: bob,
      access_level: 20,
      created_at: dayOf(id, 1),
    })
  }
  const path = '/projects/visible?visibility=public'
  const visits = countVisits(forge, { withMembers: true })
  const answer = await visitsIn(forge, visits, path, 'bob')
  expect(answer.total).toBe(String(count / 2 + 1))
  expect(answer.json[0].permissions.project_access).toMatchObject({ access_level: 20 })
  expect(answer.visits).toBeLessThanOrEqual(4 * 20 + mostBeside)
})

describe('of other lists', () => {
  it.each([
    ['/projects/1/merge_requests', count],
    ['/projects/1/merge_requests?state=opened', count - count / 4],
    ['/projects/1/merge_requests?state=closed&order_by=updated_at&sort=asc', count / 4],
    ['/projects/1/merge_requests?page=20', count],
    ['/projects/visible', count + 1],
    ['/projects/visible?visibility=private&order_by=name', count / 2],
    ['/projects/owned?order_by=last_activity_at&sort=asc', count + 1],
    ['/projects?order_by=path&page=20', count + 1],
  ])('a page visits those that it may show: %s', async (path, total) => {
    const answer = await visitsOf(path)
    expect(answer.json).toHaveLength(20)
    expect(answer.total).toBe(String(total))
    expect(answer.visits).toBeLessThanOrEqual(4 * 20 + mostBeside)
  })
})
