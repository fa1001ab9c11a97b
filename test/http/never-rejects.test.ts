import { describe, expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'

const fail = () => {
  throw new Error('of the suite')
}
const request = (init?: RequestInit) =>
  new Request('http://forge.test/api/v3/user/emails?private_token=root-token', init)

/** What is handed in belongs to the suite: whatever it does, `forge.fetch` answers. */
describe('forge.fetch answers', () => {
  it('where the listener of requests throws, and says so in the log', async () => {
    const lines: string[] = []
    const forge = await createTestForge({ onRequest: fail, log: (line) => lines.push(line) })
    expect((await forge.fetch(request())).status).toBe(200)
    expect(lines).toEqual([
      expect.stringMatching(/^request .*, in the journal: Error: of the suite/),
    ])
  })

  it('where the clock throws, or returns no time', async () => {
    for (const later of [fail, () => new Date(Number.NaN), () => new Date(8.64e15)]) {
      let now = () => new Date(0)
      const forge = await createTestForge({ now: () => now(), log: () => {} })
      now = later
      expect((await forge.fetch(request())).status).toBe(500)
    }
  })

  it('where the log throws', async () => {
    const forge = await createTestForge({ onRequest: fail, log: fail })
    expect((await forge.fetch(request())).status).toBe(200)
  })

  it('where the body was read before', async () => {
    const forge = await createTestForge()
    const read = request({ method: 'POST', body: 'email=a@b.example' })
    await read.text()
    const answer = await forge.fetch(read)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message: '400 (Bad request) the body was read before' })
  })
})

describe('a request that is given up', () => {
  const endless = (signal: AbortSignal) =>
    request({
      method: 'POST',
      signal,
      duplex: 'half',
      body: new ReadableStream(),
    } as RequestInit)

  it('rejects as the global fetch does, although its body does not end', async () => {
    const forge = await createTestForge()
    const controller = new AbortController()
    const answer = forge.fetch(endless(controller.signal))
    controller.abort()
    await expect(answer).rejects.toThrow('aborted')
    await expect(forge.fetch(endless(controller.signal))).rejects.toThrow('aborted')
  })
})
