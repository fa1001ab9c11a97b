import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { gatherRequests } from '../../../src/adapters/server/gathered-requests.ts'

/** Requests that are numbers, with what happens to them in turn; negative ones are answered later. */
function gather() {
  const happened: string[] = []
  const arrive = gatherRequests(
    (request: number) => {
      happened.push(`answered ${request}`)
      return request < 0 ? Promise.resolve(-request) : request
    },
    (request, answer) => happened.push(`written ${request}: ${answer}`),
  )
  return { happened, arrive }
}

it('requests of one turn are answered in a row, in their order, and then written', async () => {
  const { happened, arrive } = gather()
  for (const request of [1, 2, 3]) arrive(request)
  expect(happened).toEqual([])
  await nextTurn()
  expect(happened).toEqual([
    ...['answered 1', 'answered 2', 'answered 3'],
    ...['written 1: 1', 'written 2: 2', 'written 3: 3'],
  ])
})

it('a request alone is answered in its turn, and the next one in another', async () => {
  const { happened, arrive } = gather()
  arrive(1)
  await nextTurn()
  arrive(2)
  await nextTurn()
  expect(happened).toEqual(['answered 1', 'written 1: 1', 'answered 2', 'written 2: 2'])
})

it('eight are answered before the ninth', async () => {
  const { happened, arrive } = gather()
  for (let request = 1; request <= 8; request++) arrive(request)
  expect(happened).toEqual([])
  arrive(9)
  expect(happened.slice(7, 9)).toEqual(['answered 8', 'written 1: 1'])
  expect(happened).toHaveLength(16)
  await nextTurn()
  expect(happened.slice(16)).toEqual(['answered 9', 'written 9: 9'])
})

it('an answer that takes longer keeps nobody waiting', async () => {
  const { happened, arrive } = gather()
  arrive(-1)
  arrive(2)
  await nextTurn()
  expect(happened).toEqual(['answered -1', 'answered 2', 'written 2: 2', 'written -1: 1'])
})

it('fake timers of a suite keep nobody waiting', async () => {
  const { happened, arrive } = gather()
  vi.useFakeTimers()
  arrive(1)
  vi.useRealTimers()
  await nextTurn()
  expect(happened).toEqual(['answered 1', 'written 1: 1'])
})
