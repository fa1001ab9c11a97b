import { expect, it } from 'vitest'
import { createSaver } from '../../../src/adapters/worker/saver.ts'

/** A saver whose savings end when the test ends them. */
function setUp() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const saver = createSaver(() => new Promise((resolve, reject) => ends.push({ resolve, reject })))
  const done: string[] = []
  const ask = (name: string, hasChanged: boolean) =>
    saver.saved(hasChanged).then(
      () => done.push(name),
      (error) => done.push(`${name}: ${error.message}`),
    )
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { ends, done, ask, settle }
}

it('answers at once where nothing changed', async () => {
  const { ends, done, ask, settle } = setUp()
  ask('read', false)
  await settle()
  expect([ends.length, done]).toEqual([0, ['read']])
})

it('answers a change when it is saved, and others with it', async () => {
  const { ends, done, ask, settle } = setUp()
  ask('a', true)
  await settle()
  for (const name of ['b', 'c', 'd']) ask(name, true)
  await settle()
  expect([ends.length, done]).toEqual([1, []])
  ends[0]?.resolve()
  await settle()
  expect([ends.length, done]).toEqual([2, ['a']])
  ends[1]?.resolve()
  await settle()
  expect([ends.length, done.toSorted()]).toEqual([2, ['a', 'b', 'c', 'd']])
})

it('lets nobody see what may be lost: a reader waits for what it may have seen', async () => {
  const { ends, done, ask, settle } = setUp()
  ask('a', true)
  ask('read during a', false)
  ask('b', true)
  ask('read after b', false)
  await settle()
  expect(done).toEqual([])
  ends[0]?.resolve()
  await settle()
  expect(done).not.toContain('read after b')
  ends[1]?.resolve()
  await settle()
  expect(done).toHaveLength(4)
})

it('saves nothing any more after a failure, and says why to all', async () => {
  const { ends, done, ask, settle } = setUp()
  ask('a', true)
  ask('b', true)
  await settle()
  ends[0]?.reject(new Error('full'))
  await settle()
  ask('c', true)
  ask('read', false)
  await settle()
  expect(ends).toHaveLength(1)
  expect(done.toSorted()).toEqual(['a: full', 'b: full', 'c: full', 'read: full'])
})

it('begins again when all is saved', async () => {
  const { ends, done, ask, settle } = setUp()
  ask('a', true)
  ends[0]?.resolve()
  await settle()
  ask('b', true)
  await settle()
  expect([ends.length, done]).toEqual([2, ['a']])
})
