import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { readSeedFile } from '../../src/seed/files/read.ts'
import { SeedError } from '../../src/seed/problems.ts'
import { missingObjects } from '../invariants/git-objects.ts'
import { misfits, recordProblems } from '../invariants/records.ts'
import { worldOf } from '../invariants/world.ts'
import { propertyWorld } from '../property/world.ts'
import { propertySeed } from '../property-seed.ts'
import { mutate, mutations } from './seed-mutations.ts'

/** How many mutated seeds; FORGERY_SEED_RUNS says otherwise, for a long search. */
const wanted = Number(process.env.FORGERY_SEED_RUNS ?? 100)

/** In processor time, as other programs of the machine do not count. */
const MAX_MILLISECONDS = 2000

const asked = ['/users', '/projects/all', '/projects/1/issues', '/projects/1/merge_requests']
const more = ['/groups', '/projects/1/builds', '/projects/1/events', '/projects/1/repository/tree']

interface Outcome {
  readonly isLoaded: boolean
  /** A world that is not sound, or an error of another kind. */
  readonly problems: readonly string[]
}

async function tryToLoad(mutated: object): Promise<Outcome> {
  const started = process.cpuUsage()
  try {
    const given: Parameters<typeof createForge>[0] = { seed: mutated, log: () => {} }
    const forge = await createForge({ ...given, validateResponses: true })
    const world = worldOf(forge)
    const problems = [
      ...recordProblems(world),
      ...misfits(world, new WeakSet()),
      ...missingObjects(world, forge.snapshot()),
    ]
    const token = forge.db.credentials.all()[0]?.token ?? ''
    for (const path of [...asked, ...more]) {
      const url = `http://forge.test/api/v3${path}?private_token=${encodeURIComponent(token)}`
      const { status } = await forge.fetch(new Request(url))
      if (status >= 500) problems.push(`${path} is answered ${status}`)
    }
    return { isLoaded: true, problems: [...problems, ...slowness(started)] }
  } catch (error) {
    return { isLoaded: false, problems: [...wrongError(error), ...slowness(started)] }
  }
}

/** A SeedError names the path and the reason of each problem. */
function wrongError(error: unknown): string[] {
  if (!(error instanceof SeedError)) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  const isNamed = error.problems.every(({ reason }) => reason.length > 0)
  return error.problems.length > 0 && isNamed ? [] : [`no reason: ${error.message}`]
}

function slowness(started: NodeJS.CpuUsage): string[] {
  const { user, system } = process.cpuUsage(started)
  const milliseconds = (user + system) / 1000
  return milliseconds < MAX_MILLISECONDS ? [] : [`took ${milliseconds} ms`]
}

describe('a seed with mistakes', () => {
  // The demo is a large world: it takes ten times as long.
  it.each([
    ['demo', wanted / 5],
    ['the world of the properties', wanted],
  ])(
    'is loaded, or refused with the path and the reason: mutations of %s',
    async (name, runs) => {
      const world = name === 'demo' ? readSeedFile('fixtures/demo').seed : propertyWorld
      if (typeof world !== 'object' || world === null) throw new Error('A seed is an object.')
      const counts = { loaded: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(mutations, async (changes) => {
          const { isLoaded, problems } = await tryToLoad(mutate(world, changes))
          expect(problems).toEqual([])
          counts[isLoaded ? 'loaded' : 'refused'] += 1
        }),
        { numRuns: runs, seed: propertySeed },
      )
      // It would show nothing if all of them were the one or the other.
      expect(Math.min(counts.loaded, counts.refused), JSON.stringify(counts)).toBeGreaterThan(0)
    },
    600_000 + wanted * 500,
  )
})
