import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSeedFile } from '../../src/seed/files/read.ts'
import { SeedError } from '../../src/seed/problems.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'
import { worldAnswers } from './world-answers.ts'

const demo = () => readSeedFile(join(import.meta.dirname, '../../fixtures/demo')).seed

function eachObjectIn(value: unknown, step: (object: object) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) eachObjectIn(inner, step)
  step(value)
}

it('a seed that is given as an object is not written to', async () => {
  const seed = demo()
  eachObjectIn(seed, Object.freeze)
  await createTestForge({ seed })
  expect(seed).toEqual(demo())
})

it('a seed that is given as an object stays its owner’s: it is not frozen, nor is a part of it kept', async () => {
  const seed = demo()
  const forge = await createTestForge({ seed })
  const before = await worldAnswers(forge)
  const frozen: object[] = []
  eachObjectIn(seed, (object) => {
    if (Object.isFrozen(object)) frozen.push(object)
    for (const key of Object.keys(object)) Reflect.deleteProperty(object, key)
  })
  expect(frozen).toEqual([])
  expect(await worldAnswers(forge)).toEqual(before)
})

describe('a seed that is nested without end', () => {
  const cyclic: Record<string, unknown> = { username: 'jane' }
  Object.assign(cyclic, { self: cyclic })
  let deep: unknown = 'end'
  for (let level = 0; level < 5000; level++) deep = { deep }

  it.each([
    ['refers to itself', cyclic, 'users[0].self: refers to what it is in'],
    ['is 5000 levels deep', deep, 'users[0].deep: is nested more than 100 levels deep'],
  ])('is refused where it %s', async (_, user, problem) => {
    const seed = { users: [user] } as Seed
    const forge = await createTestForge({ seed: 'empty' })
    const adding: readonly (() => Promise<unknown>)[] = [
      async () => forge.add(seed),
      async () => createTestForge({ seed }),
    ]
    for (const one of adding) {
      const error: unknown = await one().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(SeedError)
      expect(String(error)).toContain(problem)
    }
  })
})
