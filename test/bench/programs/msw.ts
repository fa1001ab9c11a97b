import { readFileSync } from 'node:fs'
import { Collection } from '@msw/data'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { z } from 'zod'
import { median } from '../median.ts'
import type { PlainIssue } from '../world.ts'

/**
 * Microseconds of processor time a `fetch` of a page of issues under msw, in this process: of Forgery where 40 pages
 * are asked for in turn and nothing is written, of Forgery at addresses never asked for, of a mock with one handler
 * and a constant answer, of the same as the last of 150 handlers, and of @msw/data that filters and sorts. In turns;
 * prints one line of JSON for each round.
 */
const [, , built = '', worldFile = '', roundCount = '5'] = process.argv
const given: { readonly seed: object; readonly issues: readonly PlainIssue[] } = JSON.parse(
  readFileSync(worldFile, 'utf8'),
)
const { createForge }: typeof import('../../../src/index.ts') = await import(`${built}/index.js`)
const { handlers }: typeof import('../../../src/adapters/msw.ts') = await import(`${built}/msw.js`)

const origin = 'http://forge.test'
const forge = await createForge({ seed: given.seed })
const list = '/api/v3/projects/1/issues?state=opened&per_page=20'
let asked = 0
const pathOf = (page: number) => `${list}&page=${page}`
/** An address that was never asked for before. */
const neverAskedFor = (page: number) => `${pathOf(page)}&asked=${asked++}`
const headers = { 'private-token': 'bob-token' }
const ofForge = handlers(forge, { baseUrl: origin })
const server = setupServer(...ofForge)
server.listen()
const page = await (await fetch(`${origin}${pathOf(1)}`, { headers })).json()
const constant = http.get(`${origin}/api/v3/projects/1/issues`, () => HttpResponse.json(page))
const others = Array.from({ length: 149 }, (_, index) =>
  http.get(`${origin}/api/v3/projects/:id/kind-${index}`, () => HttpResponse.json([])),
)
const mocks: Readonly<Record<string, readonly HttpHandler[]>> = {
  forgery: ofForge,
  'forgery, pages never asked for': ofForge,
  'one handler, a constant': [constant],
  '150 handlers, a constant': [...others, constant],
  '@msw/data, findMany': [await dataHandler()],
}

async function dataHandler(): Promise<HttpHandler> {
  const schema = z.object({
    id: z.number(),
    title: z.string(),
    description: z.string(),
    author: z.string(),
    assignee: z.string(),
    labels: z.array(z.string()),
    state: z.string(),
    created_at: z.string(),
  })
  const collection = new Collection({ schema })
  for (const issue of given.issues) await collection.create({ ...issue, labels: [...issue.labels] })
  return http.get(`${origin}/api/v3/projects/1/issues`, ({ request }) => {
    const page = Number(new URL(request.url).searchParams.get('page'))
    const found = collection.findMany((query) => query.where({ state: 'opened' }), {
      orderBy: { created_at: 'desc' },
      skip: 20 * (page - 1),
      take: 20,
    })
    return HttpResponse.json(found)
  })
}

async function microseconds(
  used: readonly HttpHandler[],
  addressOf: (page: number) => string,
): Promise<number> {
  server.resetHandlers(...used)
  const times: number[] = []
  for (let count = 0; count < 200; count++) {
    const before = process.cpuUsage()
    for (let page = 1; page <= 3; page++) {
      const path = addressOf(1 + ((3 * count + page) % 40))
      await (await fetch(`${origin}${path}`, { headers })).text()
    }
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 3)
  }
  return median(times)
}

for (let round = -1; round < Number(roundCount); round++) {
  const times: Record<string, number> = {}
  for (const [name, used] of Object.entries(mocks)) {
    const addressOf = name.endsWith('never asked for') ? neverAskedFor : pathOf
    times[name] = await microseconds(used, addressOf)
  }
  if (round >= 0) process.stdout.write(`${JSON.stringify(times)}\n`)
}
server.close()
