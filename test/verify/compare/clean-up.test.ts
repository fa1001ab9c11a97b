import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { findLeftovers } from '../../../src/verify/index.ts'
import { worldOf } from '../world-of.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** A process that is killed sends nothing more, and hears of no answer. */
it.each([45, 141])(
  'leaves a journal by which all is removed, killed at its write %i, in the middle of settings too',
  async (last) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const before = worldOf(forge)
    const lines: string[] = []
    let writes = 0
    const killed = new Promise<void>((resolve) => {
      const run = compare({
        url: 'http://forge.test',
        token: 'root-token',
        seed: 3,
        runs: 6,
        instance: true,
        patience: 1000,
        timeout: 600_000,
        journal: (line) => {
          if (writes < last) lines.push(line)
        },
        async fetch(request) {
          if (request.method !== 'GET') writes++
          if (writes < last) return forge.fetch(request)
          if (writes === last && request.method !== 'GET') await forge.fetch(request)
          resolve()
          return new Promise(() => {})
        },
      })
      run.then(() => resolve(), resolve)
    })
    await killed
    expect(writes).toBeGreaterThanOrEqual(last)
    const text = lines.join('\n')
    const { undo } = await findLeftovers({
      token: 'root-token',
      fetch: (request) => forge.fetch(request),
      journal: { text },
    })
    expect(await undo()).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  },
)

it('leaves nothing behind where the server cannot be compared', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const before = worldOf(forge)
  const ofYear = async (request: Request) => {
    const answer = await forge.fetch(request)
    const headers = new Headers(answer.headers)
    headers.set('date', 'Fri, 06 Mar 2015 10:00:00 GMT')
    return new Response(answer.body, { status: answer.status, headers })
  }
  const options = { url: 'http://forge.test', token: 'root-token', runs: 1, fetch: ofYear }
  await expect(compare(options)).rejects.toThrow('clock')
  expect(worldOf(forge)).toEqual(before)
})
