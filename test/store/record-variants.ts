import { createForge } from '../../src/forge/create-forge.ts'

/** Values that fit few fields, or none. */
export const odd: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '2017-01-15',
  '2017-02-30T12:00:00Z',
  '2017-01-15T12:00:00.000Z',
  0,
  -1,
  1.5,
  10,
  2 ** 60,
  Number.NaN,
  true,
  [],
  [1],
  ['x'],
  [undefined],
  {},
  { id: 1 },
  new Uint8Array(1),
  new Map(),
  new Date(0),
]

/** A record with one field after the other changed, taken away or added. */
function* variantsOf(record: object): Generator<object> {
  yield record
  yield { ...record, another: 1 }
  yield JSON.parse(`{"__proto__":{},${JSON.stringify(record).slice(1)}`)
  for (const field of Object.keys(record)) {
    yield Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))
    for (const value of odd) yield { ...record, [field]: value }
  }
}

/** Two records of each collection of the demo world in all their variants, each with its model. */
export async function demoVariants() {
  const { db } = await createForge({ seed: 'demo' })
  return Object.values(db).flatMap((collection) => {
    const records: readonly object[] = collection.all()
    const variants = records.slice(0, 2).flatMap((record) => [...variantsOf(record)])
    return variants.map((variant) => ({ model: collection.model, variant }))
  })
}
