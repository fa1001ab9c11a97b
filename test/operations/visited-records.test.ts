import { describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge.ts'
import { createTestForge } from '../harness.ts'

const count = 500
const issues = Array.from({ length: count }, (_, index) => ({
  title: `Issue ${index + 1}`,
  author: 'jane',
  confidential: index === 17,
  // Not in the order of the ids.
  created_at: new Date(Date.UTC(2016, 0, 1 + ((index * 7) % count))).toISOString(),
  ...(index % 4 === 0 ? { state: 'closed' as const } : {}),
}))
const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'jane/website', visibility: 'public' as const, created_by: 'jane', issues }],
}

/** Counts how many issues are taken out of what the indexes hold. */
function countVisits({ db }: Forge): () => number {
  let visits = 0
  const by = db.issues.by.bind(db.issues)
  db.issues.by = (name, key, order) =>
    new Proxy(by(name, key, order), {
      get(records, property) {
        if (typeof property === 'string' && /^\d+$/.test(property)) visits += 1
        return Reflect.get(records, property)
      },
    })
  return () => visits
}

async function visitsOf(path: string) {
  const forge = await createTestForge({ seed })
  const visits = countVisits(forge)
  const request = new Request(`http://forge.test/api/v3${path}`, {
    headers: { 'private-token': 'jane-token' },
  })
  const response = await forge.fetch(request)
  return { json: await response.json(), total: response.headers.get('x-total'), visits: visits() }
}

describe('of the issues of a project', () => {
  it.each([
    ['/projects/1/issues', count],
    ['/projects/1/issues?state=opened', count - count / 4],
    ['/projects/1/issues?state=closed&sort=asc', count / 4],
  ])('a page visits those that it may show: %s', async (path, total) => {
    const answer = await visitsOf(path)
    expect(answer.json).toHaveLength(20)
    expect(answer.total).toBe(String(total))
    // Twenty of each state, and the confidential one.
    expect(answer.visits).toBeLessThanOrEqual(2 * 20 + 2)
  })

  it('the project itself visits none but the confidential one', async () => {
    const answer = await visitsOf('/projects/1')
    expect(answer.json.open_issues_count).toBe(count - count / 4)
    expect(answer.visits).toBeLessThanOrEqual(1)
  })

  it('a new one visits none but the last', async () => {
    const forge = await createTestForge({ seed })
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
