import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecordList } from '../../src/store/record-list.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly note: string | null
}

const searched = ({ name, note }: Named) => [name, note]
const text = fc.stringMatching(/^[abAB]{0,4}$/)
const named = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  name: text,
  note: fc.option(text),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), record: named }),
  fc.record({ kind: fc.constant('remove' as const), record: named }),
  fc.record({ kind: fc.constantFrom('snapshot' as const, 'restore' as const, 'fork' as const) }),
  fc.record({ kind: fc.constant('search' as const), text }),
)

/** What is found is written a second time, without anything that is kept. */
function heldBy(list: RecordList<Named>, wanted: string): Named[] {
  const holds = (each: string | null) => each?.toLowerCase().includes(wanted.toLowerCase())
  return list.all().filter((record) => searched(record).some((each) => holds(each)))
}

function expectToFind(list: RecordList<Named>, wanted: string): void {
  const found = list.search(wanted).sort((a, b) => a.id - b.id)
  expect(found).toEqual(heldBy(list, wanted))
}

function writeOrRemove(list: RecordList<Named>, { kind, record }: { kind: string; record: Named }) {
  const before = list.get(record.id)
  if (kind === 'remove' && before) list.take(before)
  else if (kind === 'write' && before) list.exchange(before, record)
  else if (kind === 'write') list.put(record)
}

it('finds what holds a text, after whatever was written, taken back or shared', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const lists = [new RecordList<Named>(searched)]
      let [list] = lists
      let kept = list?.share()
      for (const one of steps) {
        if (!list || !kept) return
        if ('text' in one) expectToFind(list, one.text)
        else if ('record' in one) writeOrRemove(list, one)
        else if (one.kind === 'snapshot') kept = list.share()
        else if (one.kind === 'restore') list.adopt(kept)
        else {
          const fork = new RecordList<Named>(searched)
          fork.adopt(list.share())
          lists.push(fork)
          list = fork
        }
      }
      for (const each of lists) expectToFind(each, 'a')
    }),
    { numRuns: 500 },
  )
})

it('finds what holds a text after more changes than are kept apart', () => {
  const list = new RecordList<Named>(searched)
  const put = (id: number, name: string) => list.put({ id, name, note: null })
  for (let id = 1; id <= 1000; id++) put(id, `name ${id}`)
  const shared = list.share()
  expectToFind(list, 'NAME 7')
  for (let id = 1; id <= 1000; id += 2) {
    const before = list.get(id)
    if (before) list.exchange(before, { ...before, name: `other ${id}` })
  }
  for (const wanted of ['name 7', 'other 7', 'name 8']) expectToFind(list, wanted)
  list.adopt(list.share())
  expectToFind(list, 'other 7')
  list.adopt(shared)
  for (const wanted of ['name 7', 'other 7']) expectToFind(list, wanted)
})

it('finds nothing across two texts of a record, nor of two records', () => {
  const list = new RecordList<Named>(searched)
  list.put({ id: 1, name: 'ab', note: 'cd' })
  list.put({ id: 2, name: 'ef', note: null })
  for (const wanted of ['bc', 'b\u0000c', 'de', 'd\u0000e', '\u0000']) {
    expect(list.search(wanted), JSON.stringify(wanted)).toEqual([])
  }
})

it('reads the texts once for all searches of a snapshot and its forks, and none that a write left as it was', () => {
  let reads = 0
  const counted = (record: Named) => {
    reads += 1
    return searched(record)
  }
  const list = new RecordList<Named>(counted)
  for (let id = 1; id <= 50; id++) list.put({ id, name: `name ${id}`, note: null })
  const shared = list.share()
  const forks = [1, 2, 3].map(() => {
    const fork = new RecordList<Named>(counted)
    fork.adopt(shared)
    return fork
  })
  for (const fork of forks) fork.search('name 3')
  expect(reads).toBe(50)
  const [fork] = forks
  const before = fork?.get(7)
  if (before) fork?.exchange(before, { ...before })
  reads = 0
  expect(fork?.search('name 7')).toEqual([before])
  expect(reads).toBe(0)
})
