import { describe, expect, it } from 'vitest'
import {
  createObjectDatabase,
  getObject,
  idsWithPrefix,
  type ObjectDatabase,
  putObject,
} from '../../src/git/objects/database.ts'
import { makeBlob } from '../../src/git/objects/objects.ts'
import { sharedLayer } from '../../src/store/store.ts'

const blob = (text: string) => makeBlob(new TextEncoder().encode(text))
function depthOf(objects: ObjectDatabase): number {
  return objects.base ? 1 + depthOf(objects.base) : 1
}

describe('a shared layer', () => {
  it('has every object, and none that is added afterwards', () => {
    const base = createObjectDatabase()
    const one = putObject(base, blob('one'))
    const own = createObjectDatabase(base)
    const two = putObject(own, blob('two'))
    const shared = sharedLayer(own)
    const three = putObject(own, blob('three'))
    expect(getObject(shared, one)).toBeDefined()
    expect(getObject(shared, two)).toBeDefined()
    expect(idsWithPrefix(shared, two.slice(0, 8))).toEqual([two])
    expect(getObject(shared, three)).toBeUndefined()
  })

  it('is the one below where nothing was added', () => {
    const base = createObjectDatabase()
    putObject(base, blob('one'))
    expect(sharedLayer(createObjectDatabase(base))).toBe(base)
  })

  it('stands on few others, however often one is made', () => {
    let objects = createObjectDatabase()
    const ids: string[] = []
    for (let round = 0; round < 2000; round++) {
      ids.push(putObject(objects, blob(`${round}`)))
      objects = createObjectDatabase(sharedLayer(objects))
    }
    expect(depthOf(objects)).toBeLessThan(16)
    expect(ids.filter((id) => !getObject(objects, id))).toEqual([])
  })
})
