import { describe, expect, it } from 'vitest'
import type { ForgeOptions } from '../../src/forge/options.ts'
import { createTestForge } from '../harness.ts'

/** The statuses of some paths, asked by the administrator of a forge. */
async function statusesOf(apis: ForgeOptions['apis'], ...paths: readonly string[]) {
  const forge = await createTestForge({ ...(apis && { apis }), log: () => {} })
  const headers = { 'PRIVATE-TOKEN': 'root-token' }
  const answers = await Promise.all(
    paths.map((path) => forge.fetch(`http://forge.test${path}`, { headers })),
  )
  return answers.map(({ status }) => status)
}

describe('the APIs of a forge', () => {
  it('are all, over one world, where nothing else is said', async () => {
    expect(await statusesOf(undefined, '/api/v3/user', '/api/v4/version')).toEqual([200, 200])
  })

  it('may be one alone: the paths and the contract of the other are unknown', async () => {
    const paths = [
      '/api/v3/user',
      '/api/v3/openapi.json',
      '/api/v4/version',
      '/api/v4/openapi.json',
    ]
    expect(await statusesOf(['v4'], ...paths)).toEqual([404, 404, 200, 200])
    expect(await statusesOf(['v3'], ...paths)).toEqual([200, 200, 404, 404])
  })

  it('are in the journal and in what a suite looks for there', async () => {
    const forge = await createTestForge()
    const headers = { 'PRIVATE-TOKEN': 'root-token' }
    for (const path of ['/api/v3/user', '/api/v4/version', '/elsewhere']) {
      await forge.fetch(`http://forge.test${path}`, { headers })
    }
    expect(forge.requests.map(({ api }) => api)).toEqual(['v3', 'v4', undefined])
    expect(forge.requests.find({ api: 'v4' })?.operationId).toBe('getVersion')
  })

  it('may have faults of their own', async () => {
    const forge = await createTestForge()
    forge.faults.add({ api: 'v4', status: 503 })
    const headers = { 'PRIVATE-TOKEN': 'root-token' }
    const ask = async (path: string) =>
      (await forge.fetch(`http://forge.test${path}`, { headers })).status
    expect([await ask('/api/v3/user'), await ask('/api/v4/version')]).toEqual([200, 503])
  })

  it.each([[], ['v5'], 'v4'])('are a list of what there is, and not %j', async (apis) => {
    const options = { apis } as unknown as ForgeOptions
    await expect(createTestForge(options)).rejects.toThrow(
      /option `apis` must be a list of `v4` and `v3`/,
    )
  })
})
