import { median } from '../median.ts'
import { createIssues } from '../world.ts'

/**
 * Microseconds of processor time of a page, a read and a creation in a project of so many issues, in process. Prints
 * one line of JSON.
 */
const [, , built = '', issueCount = '1000', roundCount = '200'] = process.argv
const { createForge }: typeof import('../../../src/index.ts') = await import(`${built}/index.js`)

const issues = createIssues(Number(issueCount)).map(({ id: _, ...issue }) => issue)
const users = ['jane', 'bob', 'alice', 'eve'].map((username) => ({ username }))
const members = { bob: 'developer', alice: 'master', eve: 'reporter' } as const
const project = { path: 'jane/website', members, issues }
const forge = await createForge({ seed: { users, projects: [project] } as never })

const issuesUrl = 'http://forge.test/api/v3/projects/1/issues'
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

/** The median of the rounds, after as many to warm up. */
async function timeOf(request: (round: number) => [url: string, init?: RequestInit]) {
  const times: number[] = []
  for (let round = -Number(roundCount); round < Number(roundCount); round++) {
    const [url, init] = request(round + Number(roundCount))
    const before = process.cpuUsage()
    const response = await forge.fetch(url, { headers, ...init })
    await response.json()
    const { user, system } = process.cpuUsage(before)
    if (!response.ok) throw new Error(`${url} is a ${response.status}.`)
    if (round >= 0) times.push(user + system)
  }
  return median(times)
}

const pages = 40
const times = {
  page: await timeOf((round) => [
    `${issuesUrl}?state=opened&per_page=20&page=${1 + (round % pages)}&asked=${round}`,
  ]),
  read: await timeOf((round) => [`${issuesUrl}/${1 + ((round * 7) % issues.length)}`]),
  create: await timeOf((round) => [
    issuesUrl,
    { method: 'POST', body: JSON.stringify({ title: `Another issue ${round}` }) },
  ]),
}
process.stdout.write(`${JSON.stringify(times)}\n`)
