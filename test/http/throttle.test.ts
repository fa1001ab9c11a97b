import { expect, it } from 'vitest'
import { describeV4 } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'omar' }],
}
/** A minute of two requests that began ten seconds ago. */
const now = '2026-01-15T10:00:10Z'
const limits = (throttle: string) => ({
  [`${throttle}_enabled`]: true,
  [`${throttle}_requests_per_period`]: 2,
  [`${throttle}_period_in_seconds`]: 60,
})

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describeV4('the throttle of requests', { seed, now }, (api) => {
  const limit = (settings: Record<string, unknown>) =>
    api.as('root').put('/application/settings', settings)
  const statuses = async (
    caller: { get(path: string): Promise<{ status: number }> },
    count: number,
  ) => {
    const found: number[] = []
    for (let each = 0; each < count; each++) found.push((await caller.get('/projects')).status)
    return found
  }

  it('lets everything pass where the settings have none', async () => {
    expect(await statuses(api.as('jane'), 5)).toEqual([200, 200, 200, 200, 200])
  })

  it('refuses what is above the limit of a period, and says when the next begins', async () => {
    await limit(limits('throttle_authenticated_api'))
    expect(await statuses(api.as('jane'), 2)).toEqual([200, 200])
    const { status, bytes, headers } = await api.as('jane').get('/projects')
    expect([status, textOf(bytes)]).toEqual([429, 'Retry later\n'])
    expect(headers.get('content-type')).toBe('text/plain')
    const told = ['limit', 'name', 'observed', 'remaining', 'reset'].map((name) =>
      headers.get(`ratelimit-${name}`),
    )
    const end = Date.parse('2026-01-15T10:01:00Z') / 1000
    expect(told).toEqual(['2', 'throttle_authenticated_api', '3', '0', String(end)])
    expect(headers.get('retry-after')).toBe('50')
  })

  it('lets pass again what comes in the next period', async () => {
    await limit(limits('throttle_authenticated_api'))
    expect(await statuses(api.as('jane'), 3)).toEqual([200, 200, 429])
    api.forge.clock.advance(50_000)
    expect(await statuses(api.as('jane'), 3)).toEqual([200, 200, 429])
  })

  it('counts each user apart, by who presents the token', async () => {
    await limit(limits('throttle_authenticated_api'))
    expect(await statuses(api.as('jane'), 3)).toEqual([200, 200, 429])
    expect(await statuses(api.as('omar'), 1)).toEqual([200])
    expect(await statuses(api.anonymous, 3)).toEqual([200, 200, 200])
  })

  it('counts nothing that the console asks to show something', async () => {
    await limit(limits('throttle_authenticated_api'))
    const headers = { 'private-token': 'jane-token', 'x-forge-console': '1' }
    for (let each = 0; each < 3; each++) {
      const request = new Request('http://forge.test/api/v4/projects', { headers })
      expect((await api.forge.fetch(request)).status).toBe(200)
    }
    expect(await statuses(api.as('jane'), 3)).toEqual([200, 200, 429])
  })

  it('counts those who are nobody together, by a limit of their own', async () => {
    await limit(limits('throttle_unauthenticated_api'))
    expect(await statuses(api.anonymous, 3)).toEqual([200, 200, 429])
    expect(await statuses(api.as('jane'), 3)).toEqual([200, 200, 200])
  })

  it('refuses writes, which leave nothing', async () => {
    await limit(limits('throttle_authenticated_api'))
    await statuses(api.as('jane'), 2)
    expect((await api.as('jane').post('/projects', { name: 'late' })).status).toBe(429)
    expect(api.forge.db.projects.findFirst((q) => q.where({ name: 'late' }))).toBeUndefined()
  })

  it('ends with the setting, at once', async () => {
    await limit({ ...limits('throttle_authenticated_api'), rate_limiting_response_text: 'Wait' })
    expect((await api.as('root').get('/version')).status).toBe(200)
    await limit({ throttle_authenticated_api_enabled: false })
    expect(await statuses(api.as('root'), 3)).toEqual([200, 200, 200])
  })

  it('says what the settings have it say', async () => {
    await limit({ ...limits('throttle_authenticated_api'), rate_limiting_response_text: 'Wait' })
    await statuses(api.as('jane'), 2)
    const { bytes } = await api.as('jane').get('/projects')
    expect(textOf(bytes)).toBe('Wait\n')
  })

  it('begins anew with a reset', async () => {
    await limit(limits('throttle_authenticated_api'))
    await statuses(api.as('jane'), 3)
    api.forge.reset()
    await limit(limits('throttle_authenticated_api'))
    expect(await statuses(api.as('jane'), 2)).toEqual([200, 200])
  })

  it('is none of v3, whose release has no such settings', async () => {
    await limit(limits('throttle_authenticated_api'))
    for (let each = 0; each < 3; each++) {
      const response = await api.forge.fetch(
        new Request('https://gitlab.example.com/api/v3/projects', {
          headers: { 'PRIVATE-TOKEN': 'jane-token' },
        }),
      )
      expect(response.status).toBe(200)
    }
  })
})
