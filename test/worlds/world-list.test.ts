import { describe, expect, it } from 'vitest'
import { createEntryList } from '../../src/worlds/world-list.ts'

function setUp(limits: { most?: number; timeToLive?: number }) {
  const clock = { now: 0 }
  const letGo: string[] = []
  const list = createEntryList<string>(
    { most: 3, timeToLive: Number.POSITIVE_INFINITY, ...limits },
    () => clock.now,
    (entry) => letGo.push(entry),
  )
  return { clock, letGo, list }
}

describe('a list of worlds', () => {
  it('lets the longest unused go where there are too many', () => {
    const { list, letGo } = setUp({ most: 3 })
    for (const name of ['a', 'b', 'c']) list.add(name, name)
    expect(list.use('a')).toBe('a')
    list.add('d', 'd')
    expect(letGo).toEqual(['b'])
    expect(list.all()).toEqual(['c', 'a', 'd'])
  })

  it('does not count a look at all of them, or at whether one is there, as use', () => {
    const { list, letGo } = setUp({ most: 2 })
    for (const name of ['a', 'b']) list.add(name, name)
    list.all()
    expect(list.has('a')).toBe(true)
    list.add('c', 'c')
    expect(letGo).toEqual(['a'])
  })

  it('lets go what nobody used for too long', () => {
    const { list, letGo, clock } = setUp({ timeToLive: 100 })
    list.add('a', 'a')
    list.add('b', 'b')
    clock.now = 80
    list.use('b')
    clock.now = 150
    expect(list.use('a')).toBeUndefined()
    expect(letGo).toEqual(['a'])
    expect(list.all()).toEqual(['b'])
    clock.now = 181
    expect(list.has('b')).toBe(false)
  })

  it('tells nobody of what is removed on purpose', () => {
    const { list, letGo } = setUp({})
    list.add('a', 'a')
    expect(list.remove('a')).toBe('a')
    expect(list.remove('a')).toBeUndefined()
    expect(letGo).toEqual([])
  })
})
