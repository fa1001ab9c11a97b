import { expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'
import { now } from '../../harness.ts'

/**
 * What a thousand worlds cost is measured by `npm run bench`; here is what it depends on, which no
 * busy machine changes: worlds share what they have not changed.
 */
it('makes a thousand worlds that share records and git objects, and change their own alone', async () => {
  const worlds = await createWorlds({ seed: 'demo', now, maxWorlds: 1000 })
  const all = await Promise.all(Array.from({ length: 1000 }, () => worlds.create()))
  expect(worlds.list()).toHaveLength(1001)
  const first = worlds.default.forge.db
  const [one, ...others] = all
  if (!one) throw new Error('No world was made.')
  await one.forge.db.projects.update((query) => query.where({ id: 1 }), {
    data(project) {
      project.description = 'changed'
    },
  })
  expect(one.forge.db.projects.get(1)?.description).toBe('changed')
  expect(others.every(({ forge }) => forge.db.projects.get(1) === first.projects.get(1))).toBe(true)
  expect(others.every(({ forge }) => forge.db.notes.all()[5] === first.notes.all()[5])).toBe(true)
  await worlds.create()
  expect(worlds.list()).toHaveLength(1001)
  expect(one.ended.aborted).toBe(true)
})

const read = async (forge: Forge, path: string) => {
  const headers = { 'private-token': 'root-token' }
  return (await forge.fetch(`http://forge.test/api/v3${path}`, { headers })).text()
}

it('shows a world that was written to as it is, and the others as they were', async () => {
  const worlds = await createWorlds({ seed: 'demo', now })
  const [one, other] = [await worlds.create(), await worlds.create()]
  const first = await read(one.forge, '/projects/1')
  expect(await read(other.forge, '/projects/1')).toBe(first)
  await one.forge.db.projects.update((query) => query.where({ id: 1 }), {
    data(project) {
      project.description = 'changed'
    },
  })
  expect(JSON.parse(await read(one.forge, '/projects/1')).description).toBe('changed')
  expect(await read(other.forge, '/projects/1')).toBe(first)
  expect(await read((await worlds.create()).forge, '/projects/1')).toBe(first)
})
