import { describe, expect, it, vi } from 'vitest'
import { collectionNames } from '../../src/store/collections.ts'
import { createStore, type Store, storeFrom } from '../../src/store/store.ts'
import { demoStart } from './demo-start.ts'

/** The names of the collections that a store makes from now on. */
function madeBy(store: Store): string[] {
  const made: string[] = []
  store.onMade = (name) => made.push(name)
  return made
}

const label = { project_id: 1, title: 'bug', color: '#ff0000' }

describe('the collections of a store', () => {
  it('are made when they are first asked for, and once', async () => {
    const store = storeFrom(await demoStart())
    const made = madeBy(store)
    expect(store.users.get(1)?.id).toBe(1)
    expect(store.users).toBe(store.users)
    expect(made).toEqual(['users'])
  })

  it('are the same by name and among all', () => {
    const store = createStore()
    const { issues } = store
    expect(store.collections.issues).toBe(issues)
    expect(store.collections.notes).toBe(store.notes)
    expect(Object.keys(store.collections)).toEqual(collectionNames)
  })

  it('are not made by a snapshot, a restore, a fork or a transaction', async () => {
    const start = await demoStart()
    const store = storeFrom(start)
    const made = madeBy(store)
    storeFrom(store.snapshot()).restore(start)
    store.restore(store.snapshot())
    store.transaction(() => store.snapshot())
    expect(made).toEqual([])
  })

  it('have after a restore what the snapshot has, those made before and those made after', async () => {
    const [start, other] = [await demoStart(), createStore()]
    other.labels.insert(label)
    const store = storeFrom(start)
    const before = store.labels
    expect(before.count()).toBeGreaterThan(1)
    store.restore(other.snapshot())
    expect(before.all()).toEqual([expect.objectContaining(label)])
    expect(store.labels).toBe(before)
    expect(store.issues.count()).toBe(0)
  })

  it('count their ids on from where the snapshot has them', () => {
    const store = createStore()
    store.labels.remove(store.labels.insert(label))
    expect(storeFrom(store.snapshot()).labels.insert(label).id).toBe(2)
  })

  it('share their ids where they did, whichever is made first', async () => {
    const store = storeFrom(await demoStart())
    const next = store.builds.nextId
    expect(next).toBeGreaterThan(1)
    store.builds.reserveIds(next + 5)
    expect(store.commitStatuses.nextId).toBe(next + 5)
    expect(storeFrom(store.snapshot()).commitStatuses.nextId).toBe(next + 5)
  })

  it('tell of their writes and take them back where they are made within a transaction', async () => {
    const store = storeFrom(await demoStart())
    const onChange = vi.fn()
    store.onChange = onChange
    const fail = () =>
      store.transaction(() => {
        store.labels.insert(label)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(onChange.mock.calls).toEqual([['labels']])
    expect(store.labels.all()).toEqual(storeFrom(await demoStart()).labels.all())
  })

  it('leave nothing of a write to a snapshot that was taken before them', async () => {
    const start = await demoStart()
    const [one, other] = [storeFrom(start), storeFrom(start)]
    const before = other.labels.count()
    one.labels.insert(label)
    expect(other.labels.count()).toBe(before)
    expect(storeFrom(start).labels.count()).toBe(before)
  })
})

describe('what stands for the contents of a store', () => {
  it('is the same where the records are, until one is changed', async () => {
    const start = await demoStart()
    const [one, other] = [storeFrom(start), storeFrom(start)]
    const { contents } = one
    expect(other.contents).toBe(contents)
    one.labels.insert(label)
    expect(one.contents).not.toBe(contents)
    expect(other.contents).toBe(contents)
    one.restore(start)
    expect(one.contents).toBe(contents)
  })

  it('is that of a snapshot in those that go on from it', () => {
    const store = createStore()
    store.labels.insert(label)
    const fork = storeFrom(store.snapshot())
    expect(fork.contents).toBe(store.contents)
    store.labels.insert(label)
    expect(storeFrom(store.snapshot()).contents).not.toBe(fork.contents)
  })

  it('is another after a write that is taken back, and after a restore of one collection', async () => {
    const store = storeFrom(await demoStart())
    const { contents } = store
    const fail = () =>
      store.atomically(() => {
        store.labels.insert(label)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    const afterwards = store.contents
    expect(afterwards).not.toBe(contents)
    store.labels.restore(createStore().labels.snapshot())
    expect(store.contents).not.toBe(afterwards)
  })
})
