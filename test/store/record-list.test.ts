import { expect, it } from 'vitest'
import { createRecordList } from '../../src/store/record-list.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Lists that count how often a record was filed. */
function createLists() {
  const filed = { count: 0 }
  const keys = {
    name: (record: Named) => {
      filed.count++
      return record.name
    },
  }
  return { filed, create: () => createRecordList<Named, 'name'>(keys) }
}

it('shares what is built over shared records, until they are others', () => {
  const { filed, create } = createLists()
  const [origin, one, two] = [create(), create(), create()]
  for (const id of [1, 2, 3]) origin.put({ id, name: id === 2 ? 'b' : 'a' })
  for (const list of [one, two]) list.adopt(origin.share())
  const idsIn = (list: typeof one, name: string) => list.by('name', name).map(({ id }) => id)
  expect([idsIn(one, 'a'), filed.count]).toEqual([[1, 3], 3])
  expect([idsIn(two, 'a'), idsIn(two, 'b'), filed.count]).toEqual([[1, 3], [2], 3])

  two.put({ id: 4, name: 'a' })
  one.take({ id: 1, name: 'a' })
  expect([idsIn(origin, 'a'), idsIn(one, 'a'), idsIn(two, 'a')]).toEqual([[1, 3], [3], [1, 3, 4]])
  two.exchange({ id: 2, name: 'b' }, { id: 2, name: 'a' })
  expect([idsIn(two, 'a'), idsIn(two, 'b'), idsIn(one, 'b')]).toEqual([[1, 2, 3, 4], [], [2]])

  // A third one still begins with what was shared, and finds it built.
  const before = filed.count
  const three = create()
  two.adopt(one.share())
  three.adopt(two.share())
  expect([idsIn(three, 'a'), idsIn(two, 'a'), filed.count - before]).toEqual([[3], [3], 2])
})
