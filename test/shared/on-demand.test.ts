import { expect, it } from 'vitest'
import { NotLoaded, OnDemand } from '../../src/shared/on-demand.ts'

it('gives a module once it is loaded, and loads it once', async () => {
  let count = 0
  const counter = new OnDemand(async () => ++count)
  let thrown: unknown
  try {
    counter.module()
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof NotLoaded)) throw new Error('It is loaded already.')
  await thrown.load()
  await counter.load()
  expect(counter.module()).toBe(1)
})
