import { expect, it } from 'vitest'
import { createPace } from '../../../src/verify/client/pace.ts'

it('lets timers end while every task is done from memory, without waiting for anything', async () => {
  const pace = createPace({ concurrency: 8, rate: Number.POSITIVE_INFINITY })
  let hasEnded = false
  setTimeout(() => {
    hasEnded = true
  }, 10)
  const others = Array.from({ length: 8 }, async () => {
    for (let task = 0; task < 100_000 && !hasEnded; task++) await pace.run(async () => {})
  })
  await Promise.all(others)
  expect(hasEnded).toBe(true)
})
