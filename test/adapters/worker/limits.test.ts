import { afterEach, describe, expect, it, vi } from 'vitest'
import { serveWorker } from './served-worker.ts'

afterEach(() => vi.useRealTimers())

describe('how many worlds a worker keeps', () => {
  it('is a number, and the longest unused goes first', async () => {
    vi.useFakeTimers()
    const { control, names, issuesOf, worlds, evict } = serveWorker({ maxWorlds: 2 })
    await control('POST', '/worlds', { name: 'a' })
    vi.advanceTimersByTime(1000)
    await control('POST', '/worlds', { name: 'b' })
    vi.advanceTimersByTime(1000)
    evict()
    expect(await issuesOf('a')).toEqual([])
    await vi.runAllTimersAsync()
    expect(await names()).toEqual(['default', 'b', 'a'])
    evict()
    await control('POST', '/worlds', { name: 'c' })
    expect(await names()).toEqual(['default', 'a', 'c'])
    expect(worlds.storageOf('b').values.size).toBe(0)
  })

  it('may be none', async () => {
    const { control, names, registry } = serveWorker({ maxWorlds: 0 })
    const refused = await control('POST', '/worlds', { name: 'a' })
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: 'There are no worlds beside the default one: maxWorlds (--max-worlds) is 0' },
    ])
    expect(await names()).toEqual(['default'])
    expect([...registry.storageOf('registry').values.keys()]).toEqual([])
  })

  it('is less when nobody used some of them for long', async () => {
    vi.useFakeTimers()
    const { control, names, evict, worlds, registry } = serveWorker({ worldTtl: 3_600_000 })
    await control('POST', '/worlds', { name: 'a' })
    await control('POST', '/worlds', { name: 'b' })
    vi.advanceTimersByTime(3_000_000)
    await control('POST', '/worlds/b/reset')
    await vi.advanceTimersByTimeAsync(1_200_000)
    evict()
    expect(await names()).toEqual(['default', 'b'])
    expect(worlds.storageOf('a').values.size).toBe(0)
    expect([...registry.storageOf('registry').values.keys()]).toEqual(['world:b'])
  })

  it('asks the registry of a world in use seldom', async () => {
    vi.useFakeTimers()
    const { control, issuesOf, registry } = serveWorker()
    await control('POST', '/worlds', { name: 'a' })
    const storage = registry.storageOf('registry')
    const usedAt = () => Number(storage.values.get('world:a'))
    const times = new Set<number>()
    for (let minute = 0; minute < 60; minute++) {
      await issuesOf('a')
      await vi.advanceTimersByTimeAsync(60_000)
      times.add(usedAt())
    }
    expect(times.size).toBe(6)
  })
})

describe('the size of a world', () => {
  it('has a limit, and a write that passes it has not happened', async () => {
    const { openIssue, issuesOf, evict, control } = serveWorker({ maxWorldSize: 10_000 })
    expect((await openIssue('default', 'small')).status).toBe(201)
    const noise = Array.from({ length: 12_000 }, (_, n) => ((n * n * 7919) % 36).toString(36))
    const { status, body } = await control('POST', '/add', {
      issues: [{ project: 'jane/website', title: 'big', description: noise.join('') }],
    })
    expect(status).toBe(201)
    expect(body.issues).toHaveLength(1)
    const random = new Uint8Array(20_000)
    for (let place = 0; place < random.length; place += 10_000) {
      crypto.getRandomValues(random.subarray(place, place + 10_000))
    }
    const refused = await control('POST', '/add', {
      issues: [{ project: 'jane/website', title: 'x', description: random.toString() }],
    })
    expect([refused.status, refused.body.message]).toEqual([
      507,
      expect.stringContaining('maxWorldSize lets it have 10000'),
    ])
    const kept = ['1 small', '2 big']
    expect(await issuesOf('default')).toEqual(kept)
    evict()
    expect(await issuesOf('default')).toEqual(kept)
  })
})
