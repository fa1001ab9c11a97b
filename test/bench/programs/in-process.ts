import { createIssues } from '../world.ts'

/**
 * Microseconds of processor time a request in process, by `forge.fetch` and `json()`. Prints one line of JSON for each
 * round: `inTurns` for POST, list, get, PUT, list of issues; `one` for an issue that was never asked for.
 */
const [, , built = '', roundCount = '5', turnCount = '200'] = process.argv
const { createForge }: typeof import('../../../src/index.ts') = await import(`${built}/index.js`)

const issuesUrl = 'http://forge.test/api/v3/projects/1/issues'
const turns = Number(turnCount)
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

async function createBenchForge() {
  const issues = createIssues(1000).map(({ id: _, ...issue }) => issue)
  const members = { bob: 'developer', alice: 'master', eve: 'reporter' } as const
  const users = ['jane', 'bob', 'alice', 'eve'].map((username) => ({ username }))
  const project = { path: 'jane/website', members, issues }
  return createForge({ seed: { users, projects: [project] } as never })
}

type Forge = Awaited<ReturnType<typeof createBenchForge>>

async function ask(forge: Forge, method: string, url: string, body?: object) {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await forge.fetch(url, init)
  if (!response.ok) throw new Error(`${method} ${url} is a ${response.status}.`)
  return response.json()
}

/** Processor time of some requests, a request. */
async function microseconds(requests: number, act: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

async function inTurns(forge: Forge): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const { id } = await ask(forge, 'POST', issuesUrl, { title: `Issue of turn ${turn}` })
    await ask(forge, 'GET', `${issuesUrl}?state=opened&per_page=20`)
    await ask(forge, 'GET', `${issuesUrl}/${id}`)
    await ask(forge, 'PUT', `${issuesUrl}/${id}`, { description: `Seen in turn ${turn}.` })
    await ask(forge, 'GET', `${issuesUrl}?state=opened&per_page=20`)
  }
}

async function one(forge: Forge): Promise<void> {
  for (let id = 1; id <= 1000; id++) await ask(forge, 'GET', `${issuesUrl}/${id}`)
}

for (let round = -2; round < Number(roundCount); round++) {
  const times = {
    inTurns: await createBenchForge().then((forge) =>
      microseconds(5 * turns, () => inTurns(forge)),
    ),
    one: await createBenchForge().then((forge) => microseconds(1000, () => one(forge))),
  }
  if (round >= 0) process.stdout.write(`${JSON.stringify(times)}\n`)
}
