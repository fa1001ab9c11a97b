import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { resourcesOf } from '../../../src/verify/contract/resources.ts'
import { now } from '../../harness.ts'
import { createFaultyServer, type Mutant, mutantKinds, mutants } from './index.ts'
import { type Chapter, chapters, explore, type Step } from './tour/index.ts'

/** `npm run mutants` tries them all; here it is every eighth, which meets each kind and resource now and then. */
const tried = mutants.filter((_, index) => process.env.FORGERY_ALL_MUTANTS || index % 8 === 0)

let forge: Forge
/** What the healthy server answers, chapter by chapter. */
let healthy: Step[][]

beforeAll(async () => {
  forge = await createForge({ seed: 'demo', now, randomSeed: 1, log: () => {}, fetch: unreachable })
  healthy = []
  for (const chapter of chapters) {
    forge.reset()
    healthy.push(await stepsOf(chapter))
  }
})

describe('the tour', () => {
  it('looks at every operation of the specification, with success', () => {
    const seen = new Set(
      healthy.flat().flatMap(({ operation, answer }) => (/^20/.test(answer) ? operation : [])),
    )
    const specified = operations.filter(({ isExtension }) => !isExtension).map(({ id }) => id)
    expect(specified.filter((id) => !seen.has(id))).toEqual([])
  })

  it('reports the same of the same server twice', async () => {
    for (const [index, chapter] of chapters.entries()) {
      forge.reset()
      expect(await stepsOf(chapter)).toEqual(healthy[index])
    }
  })
})

describe('the mutants', () => {
  it('are many, and no two have one name', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(230)
    const names = mutants.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('are of every kind', () => {
    const met = new Set(mutants.map(({ kind }) => kind))
    expect(mutantKinds.filter((kind) => !met.has(kind))).toEqual([])
  })

  it('are of every resource', async () => {
    const contract = await loadContract('v3')
    const resourceOf = new Map(contract.operations.map(({ id, resource }) => [id, resource]))
    const met = new Set(mutants.map(({ operation }) => resourceOf.get(operation)))
    expect(resourcesOf('v3').filter((resource) => !met.has(resource))).toEqual([])
  })

  it.each(tried.map((mutant) => ({ ...mutant })))('differ: $name', async (mutant) => {
    const { differing, hits } = await differences(mutant)
    expect(hits).toBeGreaterThan(0)
    if (mutant.alsoAt === 'anywhere') return expect(differing).not.toEqual([])
    const places = [mutant.operation, ...(mutant.alsoAt ?? [])]
    expect(
      places.some((place) => differing.includes(place)),
      `differs at ${differing}`,
    ).toBe(true)
  })
})

async function stepsOf(chapter: Chapter): Promise<Step[]> {
  const steps: Step[] = []
  await explore(chapter, forge.fetch, (step) => {
    steps.push(step)
    return 'go on'
  })
  return steps
}

/** The operations at which a mutant answers otherwise than the healthy server, up to its own. */
async function differences(mutant: Mutant) {
  const isAnywhere = mutant.alsoAt === 'anywhere'
  const places = new Set<string | undefined>([mutant.operation, ...(mutant.alsoAt ?? [])])
  const differing = new Set<string>()
  let hits = 0
  for (const [index, chapter] of chapters.entries()) {
    const expected = healthy[index] ?? []
    if (!isAnywhere && !expected.some(({ operation }) => places.has(operation))) continue
    forge.reset()
    const server = createFaultyServer(mutant, forge)
    let position = 0
    let isFound = false
    await explore(chapter, server.handle, ({ operation, request, answer }) => {
      const there = expected[position++]
      if (answer !== there?.answer) {
        differing.add(operation ?? 'no operation')
        isFound ||= isAnywhere || places.has(operation)
      }
      return isFound || request !== there?.request ? 'enough' : 'go on'
    })
    hits += server.hits()
    if (isFound) break
  }
  return { differing: [...differing], hits }
}

/** Nobody takes what the hooks of the demo are sent. */
function unreachable(): Promise<Response> {
  return Promise.reject(new TypeError('There is no network in this test.'))
}
