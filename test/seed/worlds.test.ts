import { describe, expect, it } from 'vitest'
import { getObject, putObject } from '../../src/git/database.ts'
import { makeBlob } from '../../src/git/objects.ts'
import { worldOf } from '../../src/seed/worlds.ts'

describe('a world of ours', () => {
  it('is planted once, and still nobody sees the git objects that another one adds', async () => {
    const [one, other] = [await worldOf('demo'), await worldOf('demo')]
    expect(other.snapshot).toBe(one.snapshot)
    const [tip = ''] = one.snapshot.repositories.records.flatMap((record) =>
      'refs' in record && record.refs instanceof Map ? [...record.refs.values()] : [],
    )
    for (const { objects } of [one, other]) expect(getObject(objects, tip)).toBeDefined()
    const id = putObject(one.objects, makeBlob(new TextEncoder().encode('of one only')))
    expect(getObject(other.objects, id)).toBeUndefined()
    expect(getObject((await worldOf('demo')).objects, id)).toBeUndefined()
  })

  it('is another one for each seed that is given', async () => {
    const seed = { users: [{ username: 'root' }] }
    expect((await worldOf(seed)).snapshot).not.toBe((await worldOf(seed)).snapshot)
  })
})
