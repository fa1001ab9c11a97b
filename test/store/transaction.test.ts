import { beforeEach, describe, expect, it } from 'vitest'
import { loadSeed } from '../../src/seed/load.ts'
import { createCollections } from '../../src/store/collections.ts'
import type { Store } from '../../src/store/store.ts'

const seed = { users: [{ username: 'jane' }, { username: 'bob' }, { username: 'ann' }] }

let store: Store
beforeEach(() => {
  store = loadSeed(seed, 'the test')
})
const names = () => store.users.all().map(({ username }) => username)
const recordsOf = () =>
  Object.fromEntries(Object.entries(store.snapshot()).map(([name, { records }]) => [name, records]))
const user = (id: number) => {
  const found = store.users.get(id)
  if (!found) throw new Error(`There is a user ${id}.`)
  return found
}
const fail = () => {
  throw new Error('half-way')
}

describe('a transaction', () => {
  it('takes back what one within it wrote, however much', () => {
    const { nextId } = store.users
    const writes = 200_000
    expect(() =>
      store.transaction(() => {
        store.transaction(() => {
          for (let id = 1; id <= writes; id += 1) store.users.reserveIds(nextId + id)
        })
        expect(store.users.nextId).toBe(nextId + writes)
        fail()
      }),
    ).toThrow('half-way')
    expect(store.users.nextId).toBe(nextId)
  })

  it('keeps what its step wrote, and returns what it returned', () => {
    const made = store.transaction(() =>
      store.users.insert({ username: 'kim', name: 'Kim', email: 'k@x.example' }),
    )
    expect(made.id).toBe(4)
    expect(names()).toEqual(['jane', 'bob', 'ann', 'kim'])
  })

  it.each<[string, () => unknown]>([
    ['an insert', () => store.users.insert({ username: 'kim', name: 'Kim', email: 'k@x.example' })],
    [
      'an insert in the middle',
      () => {
        store.users.remove(user(2))
        store.users.insert({ id: 2, username: 'kim', name: 'Kim', email: 'k@x.example' })
      },
    ],
    ['a replacement', () => store.users.replace(user(2), { username: 'kim' })],
    [
      'one replacement after another',
      () => {
        store.users.replace(user(2), { username: 'kim' })
        store.users.replace(user(2), { username: 'jo', state: 'blocked' })
      },
    ],
    ['a removal', () => store.users.remove(user(2))],
    [
      'the removal of what was changed',
      () => {
        store.users.replace(user(1), { username: 'kim' })
        store.users.remove(user(1))
      },
    ],
    [
      'the change of what was made',
      () => {
        const made = store.users.insert({ username: 'kim', name: 'Kim', email: 'k@x.example' })
        store.users.replace(made, { name: 'Kimberly' })
        store.users.remove(made)
      },
    ],
    ['the removal of all', () => store.users.removeAll(store.users.all())],
    [
      'writes to several collections',
      () => {
        store.credentials.removeAll(store.credentials.all())
        store.emails.insert({ user_id: 1, email: 'e@x.example' })
        store.namespaces.remove(store.namespaces.get(1) as never)
      },
    ],
    [
      'the library’s delete',
      () => createCollections(store).users.delete((query) => query.where({ id: 3 })),
    ],
  ])('takes back %s', (_, write) => {
    store.users.by('username', 'jane')
    const before = recordsOf()
    expect(() =>
      store.transaction(() => {
        write()
        fail()
      }),
    ).toThrow('half-way')
    expect(recordsOf()).toEqual(before)
    expect(names()).toEqual(['jane', 'bob', 'ann'])
    for (const name of names()) expect(store.users.one('username', name)?.username).toBe(name)
    expect(store.users.by('username', 'kim')).toEqual([])
  })

  it('takes back nothing that was written before it or after it', () => {
    store.users.replace(user(1), { name: 'before' })
    expect(() => store.transaction(fail)).toThrow()
    store.users.replace(user(2), { name: 'after' })
    expect([user(1).name, user(2).name]).toEqual(['before', 'after'])
    expect(() => store.transaction(fail)).toThrow()
    expect([user(1).name, user(2).name]).toEqual(['before', 'after'])
  })

  it('takes back one within it, which may fail on its own', () => {
    expect(() =>
      store.transaction(() => {
        store.users.replace(user(1), { name: 'outer' })
        store.transaction(() => store.users.replace(user(2), { name: 'inner' }))
        expect(() =>
          store.transaction(() => {
            store.users.replace(user(3), { name: 'failed' })
            fail()
          }),
        ).toThrow()
        expect([user(1).name, user(2).name, user(3).name]).toEqual(['outer', 'inner', 'ann'])
        store.users.replace(user(3), { name: 'later' })
        fail()
      }),
    ).toThrow()
    expect([user(1).name, user(2).name, user(3).name]).toEqual(['jane', 'bob', 'ann'])
  })
})
