import { afterEach, describe, expect, it } from 'vitest'
import { type RunningVariant, startVariant, variants } from './index.ts'

let running: RunningVariant | undefined

afterEach(async () => {
  await running?.close()
  running = undefined
})

describe('the variants', () => {
  it('are many, and no two have one name', () => {
    expect(variants.length).toBeGreaterThanOrEqual(34)
    expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length)
  })

  it.each(variants.map((variant) => ({ ...variant })))('answers, and $name', async (variant) => {
    running = await startVariant(variant)
    const { options, forge } = running
    const send = options.fetch ?? fetch
    const call = (path: string, init: RequestInit = {}) => {
      const headers = { 'private-token': options.token, 'content-type': 'application/json' }
      return send(new Request(`${options.url}/api/v3${path}`, { headers, ...init }))
    }
    const user = await call('/user')
    expect([200, 429, 502, 503]).toContain(user.status)
    if (user.ok) expect(await user.json()).toMatchObject({ username: 'root', is_admin: true })
    if (variant.alter) await untilHit(running, call)
    if (variant.listen) {
      const listed = await call('/projects/visible?per_page=2&page=2')
      expect(await listed.json()).toHaveLength(2)
      expect(listed.headers.get('link')).toContain('rel="next"')
    }
    expect(forge.db.users.all().length).toBeGreaterThan(0)
  })
})

/** Requests that every difference shows itself at, sooner or later. */
const trip: readonly [string, RequestInit?][] = [
  ['/users?per_page=100'],
  ['/projects/visible?per_page=1'],
  ['/projects/1'],
  ['/projects/1/members'],
  ['/projects/1/events?per_page=5'],
  ['/projects/1/merge_requests'],
  ['/projects/1/repository/commits?per_page=3'],
  ['/projects/1/repository/archive'],
  ['/projects/1/issues/1/notes'],
  ['/projects/1/issues/4711'],
  ['/hooks', { method: 'POST', body: '{"url":"http://127.0.0.1:9/x"}' }],
  ['/groups', { method: 'POST', body: '{"name":"Trip","path":"trip"}' }],
  ['/projects', { method: 'POST', body: '{"name":"Trip"}' }],
  [
    '/projects/14/repository/files',
    {
      method: 'POST',
      body: '{"file_path":"a","branch_name":"master","content":"a","commit_message":"Trip"}',
    },
  ],
  ['/projects/14/repository/branches'],
  ['/projects/1/members', { method: 'POST', body: '{"user_id":11,"access_level":20}' }],
  ['/projects/1/users'],
  [
    '/projects/1/repository/branches',
    { method: 'POST', body: '{"branch_name":"trip","ref":"master"}' },
  ],
  ['/projects/1/events?per_page=5'],
  ['/projects/1/merge_requests/1/merge', { method: 'PUT', body: '{}' }],
  ['/projects/1/repository/branches/master', { method: 'DELETE' }],
  ['/projects/1/builds/13/cancel', { method: 'POST' }],
  ['/projects/1/builds/8/play', { method: 'POST' }],
  ['/projects/1/issues/7/subscription', { method: 'POST' }],
  ['/projects/1/issues', { method: 'POST', body: '{"title":"Trip"}' }],
  ['/projects/1/events?per_page=5'],
  ['/projects/1'],
  ['/projects/1/builds/8/retry', { method: 'POST' }],
  ['/projects/1/builds'],
  ['/hooks/4711', { method: 'DELETE' }],
  ['/users/4711', { method: 'DELETE' }],
  ['/users/11/unblock', { method: 'PUT' }],
  [
    '/projects/1/merge_requests',
    {
      method: 'POST',
      body: '{"title":"Trip","source_branch":"master","target_branch":"master"}',
    },
  ],
]

async function untilHit(
  { hits }: RunningVariant,
  call: (path: string, init?: RequestInit) => Promise<Response>,
): Promise<void> {
  for (const [path, init] of trip) {
    if (hits() > 0) return
    await call(path, init)
  }
  for (let count = 0; count < 210 && hits() === 0; count++) await call('/user')
  expect(hits()).toBeGreaterThan(0)
}
