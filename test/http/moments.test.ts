import { describe, expect, it } from 'vitest'
import { createMoments, type Perspective } from '../../src/http/moments.ts'
import { createStore, storeFrom } from '../../src/store/store.ts'

const perspective = (day: number): Perspective => ({
  user: undefined,
  sudoer: undefined,
  showsPrivateToken: false,
  today: `2017-01-${String(day).padStart(2, '0')}`,
  origin: 'http://forge.test',
})
const label = { project_id: 1, title: 'bug', color: '#ff0000' }

describe('a moment', () => {
  it('stays the same until something is written, and differs by perspective', () => {
    const store = createStore()
    const momentOf = createMoments(store)
    const moment = momentOf(perspective(1))()
    expect(momentOf(perspective(1))()).toBe(moment)
    expect(momentOf(perspective(2))()).not.toBe(moment)
    store.labels.insert(label)
    expect(momentOf(perspective(1))()).not.toBe(moment)
  })

  it('is that of all worlds with the same records, until one of them is written to', () => {
    const start = createStore().snapshot()
    const [one, other] = [storeFrom(start), storeFrom(start)]
    const moment = createMoments(one)(perspective(1))()
    const momentOfOther = createMoments(other)(perspective(1))
    expect(momentOfOther()).toBe(moment)
    other.labels.insert(label)
    expect(momentOfOther()).not.toBe(moment)
    expect(createMoments(one)(perspective(1))()).toBe(moment)
    other.restore(start)
    expect(momentOfOther()).toBe(moment)
  })

  it('is kept for others as one of the latest ten, and for the world itself as one of a hundred', () => {
    const start = createStore().snapshot()
    const momentOf = createMoments(storeFrom(start))
    const days = Array.from({ length: 11 }, (_, index) => index + 1)
    const moments = days.map((day) => momentOf(perspective(day))())
    for (const day of days) expect(momentOf(perspective(day))()).toBe(moments[day - 1])
    const inFork = createMoments(storeFrom(start))
    expect(inFork(perspective(11))()).toBe(moments[10])
    expect(inFork(perspective(2))()).toBe(moments[1])
    expect(inFork(perspective(1))()).not.toBe(moments[0])
  })
})
