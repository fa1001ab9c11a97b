import { describe, expect, it } from 'vitest'
import { createEntryList } from '../../src/worlds/world-list.ts'

function setUp(limits: { most?: number; timeToLive?: number }) {
  const clock = { now: 0 }
  const evicted: string[] = []
  const list = createEntryList<string>(
    { most: 3, timeToLive: Number.POSITIVE_INFINITY, ...limits },
    () => clock.now,
    (entry) => evicted.push(entry),
  )
  return { clock, evicted, list }
}

describe('a list of worlds', () => {
  it('lets the longest unused go where there are too many', () => {
    const { list, evicted } = setUp({ most: 3 })
    for (const name of ['a', 'b', 'c']) list.add(name, name)
    expect(list.use('a')).toBe('a')
    list.add('d', 'd')
    expect(evicted).toEqual(['b'])
    expect(list.all()).toEqual(['c', 'a', 'd'])
  })

  it('does not count a look at all of them, or at whether one is there, as use', () => {
    const { list, evicted } = setUp({ most: 2 })
    for (const name of ['a', 'b']) list.add(name, name)
    list.all()
    expect(list.has('a')).toBe(true)
    list.add('c', 'c')
    expect(evicted).toEqual(['a'])
  })

  it('evicts what nobody used for too long', () => {
    const { list, evicted, clock } = setUp({ timeToLive: 100 })
    list.add('a', 'a')
    list.add('b', 'b')
    clock.now = 80
    list.use('b')
    clock.now = 150
    expect(list.use('a')).toBeUndefined()
    expect(evicted).toEqual(['a'])
    expect(list.all()).toEqual(['b'])
    clock.now = 181
    expect(list.has('b')).toBe(false)
  })

  it('notifies nobody of what is removed on purpose', () => {
    const { list, evicted } = setUp({})
    list.add('a', 'a')
    expect(list.remove('a')).toBe('a')
    expect(list.remove('a')).toBeUndefined()
    expect(evicted).toEqual([])
  })
})
