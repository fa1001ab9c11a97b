import { describe, expect, it } from 'vitest'
import { momentsOf, type View } from '../../src/http/moments.ts'
import { createStore, storeFrom } from '../../src/store/store.ts'

const view = (day: number): View => ({
  user: undefined,
  sudoer: undefined,
  showsPrivateToken: false,
  today: `2017-01-${String(day).padStart(2, '0')}`,
  origin: 'http://forge.test',
})
const label = { project_id: 1, title: 'bug', color: '#ff0000' }

describe('a moment', () => {
  it('stays the same until something is written, and differs by view', () => {
    const store = createStore()
    const momentNow = momentsOf(store, view(1))
    const moment = momentNow()
    expect(momentNow()).toBe(moment)
    expect(momentsOf(store, view(1))()).toBe(moment)
    expect(momentsOf(store, view(2))()).not.toBe(moment)
    store.labels.insert(label)
    expect(momentNow()).not.toBe(moment)
    expect(momentNow()).toBe(momentNow())
  })

  it('is that of all worlds with the same records, until one of them is written to', () => {
    const start = createStore().snapshot()
    const [one, other] = [storeFrom(start), storeFrom(start)]
    const moment = momentsOf(one, view(1))()
    const momentOfOther = momentsOf(other, view(1))
    expect(momentOfOther()).toBe(moment)
    other.labels.insert(label)
    expect(momentOfOther()).not.toBe(moment)
    expect(momentsOf(one, view(1))()).toBe(moment)
    other.restore(start)
    expect(momentOfOther()).toBe(moment)
  })

  it('is kept for others as one of the latest ten', () => {
    const start = createStore().snapshot()
    const store = storeFrom(start)
    const days = Array.from({ length: 11 }, (_, index) => index + 1)
    const moments = days.map((day) => momentsOf(store, view(day))())
    const momentInFork = (day: number) => momentsOf(storeFrom(start), view(day))()
    expect(momentInFork(11)).toBe(moments[10])
    expect(momentInFork(2)).toBe(moments[1])
    expect(momentInFork(1)).not.toBe(moments[0])
  })
})
