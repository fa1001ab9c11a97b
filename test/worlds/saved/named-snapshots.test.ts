import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const add = ({ db }: Forge, username: string) =>
  db.users.insert({ username, name: username, email: `${username}@x.example` })
const names = ({ db }: Forge) => db.users.all().map(({ username }) => username)

describe('forge.snapshots', () => {
  it('goes back to the world of a name, as often as one likes', async () => {
    const forge = await createTestForge({ seed })
    add(forge, 'ann')
    forge.snapshots.save('with ann')
    add(forge, 'bob')
    forge.snapshots.save('with both')
    for (let round = 0; round < 2; round++) {
      forge.snapshots.restore('with ann')
      expect(names(forge)).toEqual(['root', 'ann'])
      forge.snapshots.restore('with both')
      expect(names(forge)).toEqual(['root', 'ann', 'bob'])
      add(forge, 'eve')
    }
  })

  it('gives the snapshot of a name, which a fork starts from', async () => {
    const forge = await createTestForge({ seed })
    forge.snapshots.save('first')
    add(forge, 'ann')
    const fork = forge.fork({ from: forge.snapshots.get('first') })
    expect([forge, fork].map(names)).toEqual([['root', 'ann'], ['root']])
    expect(() => forge.snapshots.get('second')).toThrow(
      'there is no snapshot "second"; the only one is "first"',
    )
  })

  it('keeps the last of a name, and reports the names in the order they were saved', async () => {
    const forge = await createTestForge({ seed })
    for (const name of ['a', 'b', 'a']) {
      forge.snapshots.save(name)
      add(forge, `user-${names(forge).length}`)
    }
    expect(forge.snapshots.all()).toEqual(['b', 'a'])
    forge.snapshots.restore('a')
    expect(names(forge)).toEqual(['root', 'user-1', 'user-2'])
    forge.snapshots.remove('a')
    expect(forge.snapshots.all()).toEqual(['b'])
  })

  it('refuses a name that it does not know, and says which it knows', async () => {
    const forge = await createTestForge({ seed })
    expect(() => forge.snapshots.restore('a')).toThrow(
      'forge.snapshots: there is no snapshot "a"; none was saved',
    )
    forge.snapshots.save('b')
    forge.snapshots.save('c')
    const message = 'forge.snapshots: there is no snapshot "a"; there are "b", "c"'
    expect(() => forge.snapshots.restore('a')).toThrow(message)
    expect(() => forge.snapshots.remove('a')).toThrow(message)
  })

  it.each(['', undefined, 1])('refuses the name %j', async (name) => {
    const forge = await createTestForge({ seed })
    expect(() => forge.snapshots.save(name as string)).toThrow(TypeError)
    expect(forge.snapshots.all()).toEqual([])
  })

  it('stays over a reset, and is not a fork’s', async () => {
    const forge = await createTestForge({ seed })
    add(forge, 'ann')
    forge.snapshots.save('with ann')
    forge.reset()
    expect(forge.fork().snapshots.all()).toEqual([])
    forge.snapshots.restore('with ann')
    expect(names(forge)).toEqual(['root', 'ann'])
  })
})
