import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { filterPairs } from '../../../src/verify/compare/v3/tours/filter-pairs.ts'
import { filters } from '../../../src/verify/compare/v3/tours/filters.ts'
import { tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const contract = await loadContract('v3')

/** Lists with fewer items, each with the reason. */
const left: Readonly<Record<string, string>> = {
  listDeployments: 'No operation makes a deployment.',
  listStarredProjects: 'No operation stars a project.',
  listBuilds: 'Some projects have no pipeline.',
  listBuildsOfCommit: 'Some projects have no pipeline.',
  listSystemHooks: 'Hooks are of the whole instance.',
}

/** Returns how many items each list had at most while a part was called. */
async function mostOf(part: number): Promise<ReadonlyMap<string, number>> {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const most = new Map<string, number>()
  const lists = contract.operations.filter(({ isPaginated }) => isPaginated)
  const patterns = lists.map(
    ({ id, path }) => [id, new RegExp(`^/api/v3${path.replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
  )
  const options = {
    ...{ url: 'http://forge.test', token: 'root-token', patience: 1000, concurrency: 1 },
    async fetch(request: Request) {
      const answer = await forge.fetch(request)
      const { pathname } = new URL(request.url)
      const [id] = patterns.find(([, pattern]) => pattern.test(pathname)) ?? []
      const total = Number(answer.headers.get('X-Total') ?? 0)
      if (id && request.method === 'GET') most.set(id, Math.max(total, most.get(id) ?? 0))
      return answer
    },
  }
  const { differences } = await compare({ ...options, seed: part, runs: 1 })
  expect(differences).toEqual([])
  return most
}

it.each([
  ['each filter', filters],
  ['each two filters', filterPairs],
])('asks every list that has several pages of two items for %s', async (_, tour) => {
  const most = await mostOf(tours.findIndex((part) => part.includes(tour)))
  const short = [...most].filter(([id, count]) => count < 3 && left[id] === undefined)
  expect(most.size).toBeGreaterThan(30)
  expect(short).toEqual([])
})
