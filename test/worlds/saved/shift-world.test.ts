import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { readSeedFile } from '../../../src/seed/files/read.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import { loadWorld } from '../../../src/seed/worlds.ts'
import { createStore, type Snapshot } from '../../../src/store/store.ts'
import { allObjects } from '../../../src/worlds/saved/git-objects.ts'
import { shiftedTo } from '../../seed/shifted-seed.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const seedOf = (path: string) => readSeedFile(`${fixtures}/${path}`)

/** All records, the ids that come next, and all git objects of a world. */
function contentOf(snapshot: Snapshot) {
  const store = createStore()
  store.restore(snapshot)
  // Without the indexes: those that were built so far are no part of what a world holds.
  const collections = Object.entries(snapshot).map(([name, { records, nextId }]) => {
    return { name, records, nextId }
  })
  return { collections, objects: allObjects(store.objects) }
}

const loaded = (seed: unknown) => contentOf(loadSeed(seed, 'seed').snapshot())
const packaged = async (name: string) => contentOf(await loadWorld(name))

describe('a packaged world', () => {
  it.each([
    ['empty', 'empty.yaml'],
    ['demo', 'demo'],
  ])('%s is the one that its seed describes', async (name, path) => {
    expect(await packaged(name)).toStrictEqual(loaded(seedOf(path).seed))
  })

  it.each(['2016-12-25', '2026-11-22', '2031-07-09T12:00:00.000Z'])(
    'of the demo that ends before %s is the one that its seed describes, moved by weeks',
    async (now) => {
      const moved = shiftedTo(seedOf('demo').seed, now)
      expect(await packaged(`demo@${now}`)).toStrictEqual(loaded(moved))
    },
  )

  it('of the demo ends a few days before any day', async () => {
    const now = '2031-07-09T12:00:00.000Z'
    const { db } = await createForge({ seed: `demo@${now}`, now })
    const times = db.events.all().map(({ created_at }) => created_at)
    const last = times.sort().at(-1) ?? ''
    expect(last > '2031-07-02' && last < now).toBe(true)
    expect(db.issues.all().length).toBeGreaterThan(30)
  })

  it('of the demo takes a day or a time', async () => {
    await expect(createForge({ seed: 'demo@soon' })).rejects.toThrow(
      'The seed "demo@soon" must name a day or an ISO 8601 time after the @, such as demo@2026-01-15.',
    )
  })
})
