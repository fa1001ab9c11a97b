import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = fork(
  pathOf('../../../node_modules/jiti/lib/jiti-cli.mjs'),
  [pathOf('served-creations.ts')],
  { execArgv: [] },
)
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

afterAll(() => {
  agent.destroy()
  server.kill()
})

let url: string

beforeAll(async () => {
  const [told]: string[] = await once(server, 'message')
  url = told ?? ''
})

/** What came to live among old objects since it was asked before, in bytes. */
async function promoted(): Promise<number> {
  const answer = once(server, 'message')
  server.send('go on')
  const [bytes]: number[] = await answer
  return bytes ?? Number.NaN
}

const body = JSON.stringify({ title: 'It leaks', description: 'It was seen in step 7.' })
const headers = {
  'private-token': 'jane-token',
  'content-type': 'application/json',
  'content-length': String(body.length),
}

async function create(): Promise<number | undefined> {
  const asked = request(`${url}/api/v3/projects/1/issues`, { agent, method: 'POST', headers })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  await once(answer.resume(), 'end')
  return answer.statusCode
}

async function createMany(count: number): Promise<void> {
  const each = Array.from({ length: 16 }, async () => {
    for (let done = 0; done < count / 16; done++) expect(await create()).toBe(201)
  })
  await Promise.all(each)
}

// What a request leaves behind, its issue and its entry in the journal, is about 1,200 bytes. Where something old
// holds on to a request, all of that is copied twice by the collector of garbage.
it('of a request that was answered lives on what is kept', async () => {
  await createMany(3200)
  await promoted()
  await createMany(3200)
  const bytesEach = (await promoted()) / 3200
  expect(bytesEach).toBeGreaterThan(500)
  expect(bytesEach).toBeLessThan(2000)
}, 60_000)
