import { describe, expect, it } from 'vitest'
import { startOrFindServer } from '../../src/playwright/server.ts'

describe('the server of a worker', () => {
  it('is started where none is given, with the seed', async () => {
    const server = await startOrFindServer(undefined, { users: [{ username: 'jane' }] })
    const world = await server.control.worlds.create()
    expect(world.tokens.jane).toBe('jane-token')
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

  it('is told to be missing where nothing answers', async () => {
    const gone = await startOrFindServer(undefined, undefined)
    await gone.close()
    await expect(startOrFindServer(gone.url, undefined)).rejects.toThrow(
      `forgery/playwright: there is no forge at ${gone.url} (at /_forge/health nothing answers).`,
    )
  })
})
