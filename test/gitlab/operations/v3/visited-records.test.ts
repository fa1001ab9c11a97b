import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { Table } from '../../../../src/store/table.ts'
import { createTestForge } from '../../../harness.ts'

/** Issues of the smaller world, of which the greater has ten times as many. */
const FEW = 200
const MANY = 2000

/** Counts how many records are taken out of what the collections find. */
let visits = 0

function counted<R>(records: readonly R[]): readonly R[] {
  return new Proxy(records, {
    get(_, property) {
      if (typeof property === 'string' && /^\d+$/.test(property)) visits += 1
      return Reflect.get(records, property)
    },
  })
}

beforeEach(() => {
  const { by, inOrder } = Table.prototype
  vi.spyOn(Table.prototype, 'by').mockImplementation(function (
    this: never,
    ...asked: Parameters<typeof by>
  ) {
    return counted(by.apply(this, asked))
  })
  vi.spyOn(Table.prototype, 'inOrder').mockImplementation(function (
    this: never,
    ...asked: Parameters<typeof inOrder>
  ) {
    return counted(inOrder.apply(this, asked))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const worlds = new Map<number, Promise<Forge>>()

/** A world with so many issues, merge requests and projects; not in the order of their ids. */
async function worldOf(count: number): Promise<Forge> {
  const made = worlds.get(count) ?? createWorld(count)
  worlds.set(count, made)
  return (await made).fork()
}

async function createWorld(count: number): Promise<Forge> {
  const forge = await createTestForge({
    seed: {
      users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
      projects: [
        {
          path: 'jane/website',
          visibility: 'public',
          created_by: 'jane',
          milestones: [{ title: 'v0' }],
        },
      ],
    },
    validateResponses: false,
  })
  const { issues, mergeRequests, projects } = forge.db
  const namespace_id = projects.get(1)?.namespace_id ?? 0
  const dayOf = (index: number, step: number) =>
    new Date(Date.UTC(2016, 0, 1 + ((index * step) % count))).toISOString()
  for (let index = 0; index < count; index++) {
    const times = { created_at: dayOf(index, 7), updated_at: dayOf(index, 11) }
    const state = index % 4 === 0 ? ('closed' as const) : ('opened' as const)
    issues.insert({
      ...{ iid: index + 1, project_id: 1, title: `Issue ${index}`, author_id: 2, state },
      ...{ labels: [`label ${index % 5}`], milestone_id: index % 2 ? 1 : null, ...times },
    })
    mergeRequests.insert({
      ...{ iid: index + 1, title: `Merge ${index}`, author_id: 2, state, ...times },
      ...{ source_project_id: 1, target_project_id: 1, target_branch: 'master' },
      source_branch: `branch-${index}`,
    })
    const name = `project-${index}`
    projects.insert({
      ...{ name, path: name, namespace_id, creator_id: 2, ...times },
      visibility_level: index % 2 ? 20 : 0,
    })
  }
  return forge
}

async function visitsOf(count: number, path: string, username = 'jane') {
  const forge = await worldOf(count)
  const headers = { 'private-token': `${username}-token` }
  const ask = () => forge.fetch(new Request(`http://forge.test/api/v3${path}`, { headers }))
  visits = 0
  const response = await ask()
  return { json: await response.json(), total: response.headers.get('x-total'), visits }
}

/** What the records of a page are shown with: their labels, notes, members and the like. */
const MAX_BESIDE = 100

describe('a page without a filter visits as many records of many as of few', () => {
  it.each([
    ['/projects/1/issues', 1],
    ['/projects/1/issues?state=opened', 0.75],
    ['/projects/1/issues?state=closed&order_by=updated_at&sort=asc', 0.25],
    ['/projects/1/issues?page=5&per_page=10&order_by=updated_at', 1],
    ['/issues', 1],
    ['/issues?state=opened', 0.75],
    ['/projects/1/merge_requests', 1],
    ['/projects/1/merge_requests?state=closed&order_by=updated_at&sort=asc', 0.25],
  ])('%s', async (path, share) => {
    const [few, many] = [await visitsOf(FEW, path), await visitsOf(MANY, path)]
    expect([few.total, many.total]).toEqual([String(FEW * share), String(MANY * share)])
    expect(many.visits).toBeGreaterThanOrEqual(many.json.length)
    expect(many.visits).toBeLessThanOrEqual(many.json.length + MAX_BESIDE)
  })
})

describe('a page with a filter visits each record once', () => {
  it.each([
    ['/projects/1/issues?labels=label 3', MANY / 5],
    ['/projects/1/issues?labels=label 3,label 1&order_by=updated_at', (2 * MANY) / 5],
    ['/projects/1/issues?milestone=v0&sort=asc', MANY / 2],
    ['/issues?labels=label 3', MANY / 5],
    ['/projects/visible?order_by=name', MANY + 1],
    ['/projects/visible?visibility=private', MANY / 2],
    ['/projects/owned?order_by=last_activity_at', MANY + 1],
    ['/projects?order_by=id&page=20', MANY + 1],
    ['/projects/visible?search=project-1999', 1],
  ])('%s', async (path, total) => {
    const answer = await visitsOf(MANY, path)
    expect(answer.total).toBe(String(total))
    expect(answer.visits).toBeGreaterThanOrEqual(MANY)
    expect(answer.visits).toBeLessThanOrEqual(MANY + 1 + MAX_BESIDE)
  })
})

describe('one issue among many', () => {
  it('is found by its number with as many visits as it takes to halve the list', async () => {
    const answer = await visitsOf(MANY, '/projects/1/issues?iid=123')
    expect(answer.json).toMatchObject([{ iid: 123 }])
    expect(answer.visits).toBeLessThanOrEqual(Math.ceil(Math.log2(MANY)) + 20)
  })

  it('is read without a visit to the others', async () => {
    const answer = await visitsOf(MANY, '/projects/1/issues/77')
    expect(answer.json).toMatchObject({ id: 77 })
    expect(answer.visits).toBeLessThanOrEqual(20)
  })

  it('is counted without a visit to the others', async () => {
    const answer = await visitsOf(MANY, '/projects/1')
    expect(answer.json.open_issues_count).toBe(MANY * 0.75)
    expect(answer.visits).toBeLessThanOrEqual(20)
  })

  it('is created with a visit to the last alone', async () => {
    const forge = await worldOf(MANY)
    visits = 0
    const response = await forge.fetch(
      new Request('http://forge.test/api/v3/projects/1/issues', {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Another, after #3', description: 'See #4.' }),
      }),
    )
    expect((await response.json()).iid).toBe(MANY + 1)
    expect(visits).toBeLessThanOrEqual(30)
  })
})
