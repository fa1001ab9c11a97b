import { createIssues } from '../world.ts'

/**
 * Microseconds of processor time a page of 20 issues in process, by `forge.fetch` and `text()`, each at an address of its
 * own, and how many characters it has. Prints one line of JSON for each round: both APIs, in turns.
 */
const [, , built = '', roundCount = '5', pageCount = '1000'] = process.argv
const { createForge }: typeof import('../../../src/index.ts') = await import(`${built}/index.js`)

const issues = createIssues(1000).map(({ id: _, ...issue }) => issue)
const members = { bob: 'developer', alice: 'master', eve: 'reporter' } as const
const users = ['jane', 'bob', 'alice', 'eve'].map((username) => ({ username }))
const seed = { users, projects: [{ path: 'jane/website', members, issues }] } as never
const forge = await createForge({ seed })
const init = { headers: { 'private-token': 'alice-token' } }

let asked = 0
async function pages(api: 'v3' | 'v4'): Promise<{ time: number; characters: number }> {
  const list = `http://forge.test/api/${api}/projects/1/issues?state=opened&per_page=20`
  let characters = 0
  const before = process.cpuUsage()
  for (let page = 0; page < Number(pageCount); page++) {
    const response = await forge.fetch(`${list}&page=${1 + (page % 40)}&asked=${asked++}`, init)
    if (!response.ok) throw new Error(`A page of ${api} is a ${response.status}.`)
    characters += (await response.text()).length
  }
  const { user, system } = process.cpuUsage(before)
  return {
    time: (user + system) / Number(pageCount),
    characters: characters / Number(pageCount),
  }
}

for (let round = -2; round < Number(roundCount); round++) {
  const both = { v3: await pages('v3'), v4: await pages('v4') }
  if (round >= 0) process.stdout.write(`${JSON.stringify(both)}\n`)
}
