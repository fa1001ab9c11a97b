import { describe, expect, it, vi } from 'vitest'
import { createStore, storeFrom } from '../../src/store/store.ts'
import { tableNames } from '../../src/store/tables.ts'
import { demoStart } from './demo-start.ts'

const label = { project_id: 1, title: 'bug', color: '#ff0000' }

describe('the tables of a store', () => {
  it('are the same by name and among all', () => {
    const store = createStore()
    const { issues } = store
    expect(store.tables.issues).toBe(issues)
    expect(store.tables.notes).toBe(store.notes)
    expect(Object.keys(store.tables)).toEqual(tableNames)
  })

  it('have after a restore what the snapshot has', async () => {
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

  it('share their ids where they did', async () => {
    const store = storeFrom(await demoStart())
    const next = store.builds.nextId
    expect(next).toBeGreaterThan(1)
    store.builds.reserveIds(next + 5)
    expect(store.commitStatuses.nextId).toBe(next + 5)
    expect(storeFrom(store.snapshot()).commitStatuses.nextId).toBe(next + 5)
  })

  it('notify of their writes, which a transaction that fails takes back', async () => {
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
