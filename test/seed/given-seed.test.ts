import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSeedFile } from '../../src/seed/files/read.ts'
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
