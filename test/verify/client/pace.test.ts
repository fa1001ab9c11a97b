import { expect, it } from 'vitest'
import { createPace } from '../../../src/verify/client/pace.ts'

it('lets timers end while every task is done from memory, without waiting for anything', async () => {
  const pace = createPace({ concurrency: 8, rate: Number.POSITIVE_INFINITY })
  const begun = performance.now()
  let waited: number | undefined
  setTimeout(() => {
    waited = performance.now() - begun
  }, 10)
  const others = Array.from({ length: 8 }, async () => {
    while (performance.now() - begun < 1000) await pace.run(async () => {})
  })
  await Promise.all(others)
  expect(waited).toBeLessThan(900)
})
