import { type IncomingMessage, request as nodeRequest } from 'node:http'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it } from 'vitest'
import { handlers } from '../../../src/adapters/msw.ts'
import { type Listening, listen } from '../../../src/adapters/server/listen.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { lacksChromium, launchChromium, titleOf } from '../../browser/chromium.ts'
import { createTestForge } from '../../harness.ts'

/** What becomes of a connection, seen by clients that know nothing of faults. */

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function served(): Promise<{ forge: Forge; listening: Listening; user: string }> {
  const forge = await createTestForge()
  const listening = await listen(forge, { port: 0 })
  ends.push(() => listening.close())
  return { forge, listening, user: `${listening.url}/api/v3/user?private_token=root-token` }
}

async function mocked(): Promise<{ forge: Forge; user: string }> {
  const forge = await createTestForge()
  const server = setupServer(...handlers(forge))
  server.listen({ onUnhandledRequest: 'error' })
  ends.push(() => server.close())
  return { forge, user: 'http://forge.test/api/v3/user?private_token=root-token' }
}

/** Asks with node:http; rejects with what the client receives. */
function ask(
  url: string,
  signal?: AbortSignal,
): Promise<{ message: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = nodeRequest(url, { agent: false, ...(signal && { signal }) }, (message) => {
      let text = ''
      message.setEncoding('utf8')
      message.on('data', (chunk) => (text += chunk))
      message.on('end', () => resolve({ message, text }))
      message.on('error', (error) =>
        reject(Object.assign(error, { text, headers: message.headers })),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('a connection that is dropped', () => {
  it('is closed under fetch', async () => {
    const { forge, user } = await served()
    forge.faults.add({ connection: 'drop', times: 1 })
    await expect(fetch(user)).rejects.toThrow(
      expect.objectContaining({
        message: 'fetch failed',
        cause: expect.objectContaining({ code: 'UND_ERR_SOCKET' }),
      }),
    )
    expect(forge.requests.at(-1)).toMatchObject({ status: 0, fault: 1, answer: undefined })
    expect((await fetch(user)).status).toBe(200)
  })

  it('is closed under node:http', async () => {
    const { forge, user } = await served()
    forge.faults.add({ connection: 'drop' })
    await expect(ask(user)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('is closed after the write, where it says so', async () => {
    const { forge, listening } = await served()
    forge.faults.add({ operation: 'createProject', connection: 'drop', phase: 'after' })
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"name":"kept"}' }
    await expect(fetch(`${listening.url}/api/v3/projects`, init)).rejects.toThrow('fetch failed')
    expect(forge.db.projects.count()).toBe(1)
  })

  it('is closed for a page of another origin, too', async () => {
    const { forge, user } = await served()
    forge.faults.add({ connection: 'drop' })
    const headers = { origin: 'http://localhost:5173' }
    await expect(fetch(user, { headers })).rejects.toThrow('fetch failed')
  })

  it('is a network error under msw, for fetch', async () => {
    const { forge, user } = await mocked()
    forge.faults.add({ connection: 'drop' })
    await expect(fetch(user)).rejects.toThrow(TypeError)
  })

  it('is a network error of forge.fetch', async () => {
    const { forge, user } = await mocked()
    forge.faults.add({ connection: 'drop' })
    const { type, status } = await forge.fetch(new Request(user))
    expect([type, status]).toEqual(['error', 0])
  })
})

describe('a connection that stalls', () => {
  it('stays open without an answer until the client gives up', async () => {
    const { forge, user } = await served()
    forge.faults.add({ connection: 'stall' })
    const giveUp = new AbortController()
    const asked = ask(user, giveUp.signal)
    await expect.poll(() => forge.requests.length).toBe(1)
    expect(forge.requests[0]).toMatchObject({ status: 0, fault: 1 })
    giveUp.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await expect(fetch(user, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    )
  })

  it('does not keep the server from closing', async () => {
    const { forge, listening, user } = await served()
    forge.faults.add({ connection: 'stall' })
    const asked = ask(user).catch((error) => error)
    await expect.poll(() => forge.requests.length).toBe(1)
    await listening.close()
    expect(await asked).toMatchObject({ code: 'ECONNRESET' })
  })

  it('ends with a reset, and under msw with the signal of the request', async () => {
    const { forge, user } = await mocked()
    forge.faults.add({ connection: 'stall' })
    const asked = forge.fetch(new Request(user))
    await expect.poll(() => forge.requests.length).toBe(1)
    forge.reset()
    expect((await asked).type).toBe('error')

    forge.faults.add({ connection: 'stall' })
    await expect(fetch(user, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    )
  })
})

describe('a request that waits', () => {
  it('is not carried out where its client gives up', async () => {
    const { forge, listening } = await served()
    forge.faults.add({ delay: 60_000 })
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"name":"late"}' }
    const giveUp = new AbortController()
    const asked = fetch(`${listening.url}/api/v3/projects`, { ...init, signal: giveUp.signal })
    await expect.poll(() => forge.faults.all()[0]?.hits).toBe(1)
    giveUp.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => forge.requests.at(-1)?.status).toBe(0)
    expect(forge.db.projects.count()).toBe(0)
  })

  it('is carried out at once where the answer waits', async () => {
    const { forge, listening } = await served()
    forge.faults.add({ delay: 60_000, phase: 'after' })
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"name":"there"}' }
    const giveUp = new AbortController()
    const asked = fetch(`${listening.url}/api/v3/projects`, { ...init, signal: giveUp.signal })
    await expect.poll(() => forge.db.projects.count()).toBe(1)
    giveUp.abort()
    await expect(asked).rejects.toThrow()
  })

  it('does not reach a world that was reset meanwhile', async () => {
    const forge = await createTestForge()
    forge.faults.add({ delay: 60_000 })
    const url = 'http://forge.test/api/v3/projects?private_token=root-token&name=late'
    const asked = forge.fetch(new Request(url, { method: 'POST' }))
    await expect.poll(() => forge.faults.all()[0]?.hits).toBe(1)
    forge.reset()
    expect((await asked).type).toBe('error')
    expect(forge.db.projects.count()).toBe(0)
  })
})

describe('a body that breaks off', () => {
  it('is shorter than Content-Length says, under node:http', async () => {
    const { forge, user } = await served()
    const whole = (await ask(user)).text
    forge.faults.add({ body: 'truncate' })
    const error = await ask(user).catch((one) => one)
    expect(error.code).toBe('ECONNRESET')
    expect(error.headers['content-length']).toBe(String(new TextEncoder().encode(whole).length))
    expect(whole.startsWith(error.text)).toBe(true)
    expect(error.text.length).toBe(Math.floor(whole.length / 2))
  })

  it('fails where it is read, under fetch, and leaves the headers', async () => {
    const { forge, user } = await served()
    forge.faults.add({ body: 'truncate' })
    const response = await fetch(user)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json',
    ])
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('is a file, too', async () => {
    const { forge, listening } = await served()
    forge.faults.add({ body: 'truncate', user: 'root' })
    const token = 'private_token=root-token'
    const init = { method: 'POST' }
    await fetch(`${listening.url}/api/v3/projects?name=code&${token}`, init).catch(() => {})
    const file = 'file_path=a.txt&branch_name=master&content=0123456789&commit_message=a'
    const files = `${listening.url}/api/v3/projects/1/repository/files?${file}&${token}`
    await fetch(files, init).catch(() => {})
    const raw = `${listening.url}/api/v3/projects/1/repository/blobs/master?filepath=a.txt&${token}`
    const error = await ask(raw).catch((one) => one)
    expect(error).toMatchObject({ code: 'ECONNRESET', text: '01234' })
  })

  it('fails where it is read, under msw and of forge.fetch', async () => {
    const { forge, user } = await mocked()
    forge.faults.add({ body: 'truncate' })
    await expect((await forge.fetch(new Request(user))).text()).rejects.toThrow(TypeError)
    await expect((await fetch(user)).text()).rejects.toThrow(TypeError)
  })

  it('leaves an answer without a body alone', async () => {
    const { forge, user } = await served()
    forge.faults.add({ body: 'truncate' })
    expect((await fetch(user, { method: 'HEAD' })).status).toBe(200)
  })
})

describe(titleOf('a fault in chromium'), () => {
  it.skipIf(lacksChromium)('is seen by a page as one of the network', async () => {
    const { forge, listening } = await served()
    const browser = await launchChromium()
    ends.push(() => browser.close())
    const page = await browser.newPage()
    await page.goto(`${listening.url}/_forge/health`)
    const ask = (patience = 60_000) =>
      page.evaluate(async (patience) => {
        const init = { signal: AbortSignal.timeout(patience) }
        const user = '/api/v3/user?private_token=root-token'
        try {
          const response = await fetch(user, init)
          try {
            return `${response.status} ${JSON.stringify(await response.json()).slice(0, 8)}`
          } catch (error) {
            return `${response.status}, then ${(error as Error).name}`
          }
        } catch (error) {
          return (error as Error).name
        }
      }, patience)
    const seen = async (fault: Parameters<Forge['faults']['add']>[0], patience?: number) => {
      forge.faults.clear()
      forge.faults.add(fault)
      return ask(patience)
    }
    expect(await ask()).toBe('200 {"id":1,')
    expect(await seen({ connection: 'drop' })).toBe('TypeError')
    expect(await seen({ connection: 'stall' }, 1000)).toBe('TimeoutError')
    expect(await seen({ body: 'truncate' })).toBe('200, then TypeError')
    expect(await seen({ body: 'malform' })).toBe('200, then SyntaxError')
    expect(await seen({ status: 503 })).toBe('503 {"messag')
    expect(await seen({ delay: 5 })).toBe('200 {"id":1,')
  })
})
