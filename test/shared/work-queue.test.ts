import { expect, it } from 'vitest'
import { createWorkQueue } from '../../src/shared/work-queue.ts'

it('runs one after the other, whether the one before ended well or not', async () => {
  const queue = createWorkQueue()
  const events: string[] = []
  const work = (name: string, outcome: () => string) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve))
    events.push(`${name} ends`)
    return outcome()
  }
  const refuse = () => {
    throw new Error('refused')
  }
  const outcomes = await Promise.allSettled([
    queue(work('first', refuse)),
    queue(work('second', () => 'done')),
  ])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 'done' },
  ])
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})
