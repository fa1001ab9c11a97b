import { describe, expect, it } from 'vitest'
import { getObject, putObject } from '../../src/git/objects/database.ts'
import { makeBlob } from '../../src/git/objects/objects.ts'
import { loadWorld } from '../../src/seed/worlds.ts'
import { createStore } from '../../src/store/store.ts'

describe('a world of ours', () => {
  it('is loaded once, and still nobody sees the git objects that another one adds', async () => {
    const [one, other] = [await loadWorld('demo'), await loadWorld('demo')]
    expect(other).toBe(one)
    const [first, second] = [createStore(), createStore()]
    first.restore(one)
    second.restore(other)
    const [tip = ''] = first.repositories.all().flatMap(({ refs }) => [...refs.values()])
    for (const { objects } of [first, second]) expect(getObject(objects, tip)).toBeDefined()
    const id = putObject(first.objects, makeBlob(new TextEncoder().encode('of one only')))
    expect(getObject(second.objects, id)).toBeUndefined()
    const third = createStore()
    third.restore(await loadWorld('demo'))
    expect(getObject(third.objects, id)).toBeUndefined()
  })

  it('is another one for each seed that is given', async () => {
    const seed = { users: [{ username: 'root' }] }
    expect(await loadWorld(seed)).not.toBe(await loadWorld(seed))
  })
})
