import { describe, expect, it } from 'vitest'
import { getObject, putObject } from '../../src/git/database.ts'
import { makeBlob } from '../../src/git/objects.ts'
import { worldOf } from '../../src/seed/worlds.ts'
import { createStore } from '../../src/store/store.ts'

describe('a world of ours', () => {
  it('is loaded once, and still nobody sees the git objects that another one adds', async () => {
    const [one, other] = [await worldOf('demo'), await worldOf('demo')]
    expect(other.snapshot).toBe(one.snapshot)
    const [first, second] = [createStore(), createStore()]
    first.restore(one.snapshot)
    second.restore(other.snapshot)
    const [tip = ''] = first.repositories.all().flatMap(({ refs }) => [...refs.values()])
    for (const { objects } of [first, second]) expect(getObject(objects, tip)).toBeDefined()
    const id = putObject(first.objects, makeBlob(new TextEncoder().encode('of one only')))
    expect(getObject(second.objects, id)).toBeUndefined()
    const third = createStore()
    third.restore((await worldOf('demo')).snapshot)
    expect(getObject(third.objects, id)).toBeUndefined()
  })

  it('is another one for each seed that is given', async () => {
    const seed = { users: [{ username: 'root' }] }
    expect((await worldOf(seed)).snapshot).not.toBe((await worldOf(seed)).snapshot)
  })
})
