// Everything that the package offers, as a suite imports it; module-formats.test.ts compiles it under
// each way of resolving modules, and runs it in CommonJS.
import { type CreateIssueParameters, createForge, type Forge, type Issue, SeedError } from 'forgery'
import { application } from 'forgery/application'
import { connect } from 'forgery/client'
import { type ComparisonSummary, compare } from 'forgery/compare'
import { forgeMatchers } from 'forgery/matchers'
import { handlers } from 'forgery/msw'
import { listen } from 'forgery/server'
import { verify } from 'forgery/verify'
import { forgery } from 'forgery/vite'
import { createWorker } from 'forgery/worker'
import { setupServer } from 'msw/node'

const parameters: CreateIssueParameters = { title: 'It leaks' }
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

async function createIssue(ask: Forge['fetch'], url: string): Promise<Issue> {
  const body = JSON.stringify(parameters)
  return (await ask(`${url}/api/v3/projects/1/issues`, { method: 'POST', headers, body })).json()
}

async function main(): Promise<void> {
  const seed = { users: [{ username: 'jane' }], projects: [{ path: 'jane/site' }] }
  const forge = await createForge({ seed, validateResponses: true })
  const server = setupServer(...handlers(forge, { baseUrl: 'https://forge.test' }))
  server.listen()
  const overMsw = await createIssue(fetch, 'https://forge.test')
  server.close()
  const listening = await listen(forge, { port: 0 })
  const overHttp = await createIssue(fetch, listening.url)
  const controlled = await connect(listening.url).requests.find({ operation: 'createIssue' })
  await listening.close()
  const hasMatcher = 'toHaveIssue' in forgeMatchers

  // What the judge's system hooks are sent goes nowhere, nor does what it asks for in vain.
  const judged = await createForge({ fetch: async () => new Response(), log: () => {} })
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    fetch: judged.fetch,
    only: ['getCurrentUser'],
  })
  const { isPassed } = await run.summary
  const compared: ComparisonSummary = await compare({
    url: 'http://forge.test',
    token: 'root-token',
    fetch: judged.fetch,
    seed: 1,
    runs: 1,
  })
  const people = (await createForge({ seed: 'demo' })).db.users.all().length
  const wrong = await createForge({ seed: { projects: [{ path: 'nobody/x' }] } }).catch(
    (error: unknown) => error instanceof SeedError && error.problems.length,
  )
  const embedded = application(forge, { basePath: '/forge' })
  const overPath = await createIssue(
    async (input, init) => embedded.fetch(new Request(input, init)),
    'http://host.test/forge',
  )
  const plugin = forgery({ seed: 'empty' }).name
  const worker = Object.keys(createWorker({ seed: 'demo' })).length
  const seen = [
    overMsw.iid,
    overHttp.iid,
    isPassed,
    compared.differences.length,
    people > 5,
    wrong,
    overPath.iid,
    plugin,
    worker,
    controlled?.status,
    hasMatcher,
  ]
  // biome-ignore lint/suspicious/noConsole: what the test reads.
  console.log(JSON.stringify(seen))
}

main()
