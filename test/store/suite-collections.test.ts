import { expect, it } from 'vitest'
import { tableNames } from '../../src/store/tables.ts'
import { createTestForge } from '../harness.ts'

/** What a suite may call on a collection: the query API of @msw/data, look-ups and checked writes. */
const safe = [
  ...['all', 'count', 'get', 'by', 'one', 'findFirst', 'findMany'],
  ...['insert', 'replace', 'remove', 'removeAll', 'clear'],
  ...['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'],
]

/** Of the library, which the type leaves out: records name each other by their ids. */
const leftOut = ['defineRelations']

function methodsOf(value: object): string[] {
  if (value === Object.prototype) return []
  const own = Object.getOwnPropertyNames(value).filter((name) => name !== 'constructor')
  return [...own, ...methodsOf(Object.getPrototypeOf(value))]
}

it('shows of each collection what is safe, and nothing that would break the world', async () => {
  const { db } = await createTestForge({ seed: 'demo' })
  expect(Object.keys(db).sort()).toEqual([...tableNames].sort())
  for (const collection of Object.values(db)) {
    // `options` is private to the library; `hooks` are the listeners of a suite.
    const names = new Set(methodsOf(collection).filter((name) => !/^(options|hooks)$/.test(name)))
    expect([...names].sort()).toEqual([...safe, ...leftOut].sort())
  }
})

it('has no type for what would break the world', async () => {
  const { db } = await createTestForge({ seed: 'demo' })
  const call = () => {
    // @ts-expect-error: snapshots are taken and restored of a whole world.
    db.issues.adopt
    // @ts-expect-error
    db.issues.restore
    // @ts-expect-error: that is for a transaction of the store.
    db.issues.onWrite
    // @ts-expect-error: what a suite writes is checked.
    db.issues.guard
    // @ts-expect-error: records name each other by their ids.
    db.issues.defineRelations
  }
  expect(call).not.toThrow()
})

it('is the same in all looks at it, and over a reset', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const { issues } = forge.db
  const notified: number[] = []
  issues.hooks.on('create', ({ data }) => notified.push(data.record.id))
  forge.reset()
  expect(forge.db.issues).toBe(issues)
  const response = await forge.fetch(
    new Request('http://forge.test/api/v3/projects/1/issues', {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By the API' }),
    }),
  )
  expect(notified).toEqual([(await response.json()).id])
})
