import { describe, expect, it, vi } from 'vitest'
import { startOrFindServer } from '../../../src/adapters/playwright/server.ts'
import { listen } from '../../../src/adapters/server/listen.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'

describe('the server of a worker', () => {
  it('is started where none is given, with the seed', async () => {
    const server = await startOrFindServer(undefined, { users: [{ username: 'jane' }] })
    const world = await server.createWorld()
    expect(world.tokens.jane).toBe('jane-token')
    await world.add({ users: [{ username: 'bob' }] })
    expect((await server.createWorld()).tokens).toEqual({ jane: 'jane-token' })
    await server.close()
    await expect(fetch(`${server.url}/_forge/health`)).rejects.toThrow()
  })

  it('is found where it runs, and goes on', async () => {
    const running = await startOrFindServer(undefined, undefined)
    const found = await startOrFindServer(`${running.url}/`, undefined)
    expect(found.url).toBe(running.url)
    await found.close()
    expect((await fetch(`${running.url}/_forge/health`)).status).toBe(200)
    await running.close()
  })

  it('is given the control token that it needs, and the seed of its worlds', async () => {
    const token = 'correct horse'
    const running = await listen(await createWorlds(), { port: 0, controlToken: token })
    vi.stubEnv('FORGERY_CONTROL_TOKEN', token)
    try {
      const found = await startOrFindServer(running.url, { users: [{ username: 'jane' }] })
      expect((await found.createWorld()).tokens.jane).toBe('jane-token')
    } finally {
      vi.unstubAllEnvs()
      await running.close()
    }
  })

  it('is reported missing where nothing answers', async () => {
    const gone = await startOrFindServer(undefined, undefined)
    await gone.close()
    await expect(startOrFindServer(gone.url, undefined)).rejects.toThrow(
      `forgery/playwright: there is no forge at ${gone.url} (at /_forge/health nothing answers).`,
    )
  })
})
