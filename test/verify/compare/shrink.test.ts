import { expect, it } from 'vitest'
import { shrink } from '../../../src/verify/compare/shrink.ts'
import type { History, Step } from '../../../src/verify/reproduction/history.ts'

const step = (operation: Step['operation'], rest: Partial<Step> = {}): Step => ({
  operation,
  as: 'admin',
  parameters: {},
  ...rest,
})

const create = (number: number) =>
  step('createIssue', { makes: `issue${number}`, parameters: { title: 'A', labels: 'bug' } })
const close = (number: number) =>
  step('updateIssue', { parameters: { issue_id: `<issue${number}>`, state_event: 'close' } })

const history: History = [
  ...[1, 2, 3, 4, 5, 6].map(create),
  step('listTags'),
  ...[1, 2, 3, 4, 5, 6].map(close),
  step('listBranches'),
  step('listIssuesOfProject', { parameters: { id: 1, state: 'closed' } }),
]

const shrinking = (fails: (history: History) => boolean) => {
  let tries = 0
  return {
    isRead: ({ operation }: Step) => operation.startsWith('list'),
    standIns: () => [],
    optionalOf: () => ['labels', 'state'],
    tries: 200,
    fails: async (shorter: History) => {
      tries++
      return fails(shorter)
    },
    tried: () => tries,
  }
}

it('keeps the calls that a difference rests on, with what they need, and no others', async () => {
  // It shows when two issues of the six are closed, the second and the fifth.
  const isClosed = (steps: History, number: number) =>
    steps.some(({ parameters }) => parameters.issue_id === `<issue${number}>`)
  const shortest = await shrink(
    history,
    shrinking((steps) => isClosed(steps, 2) && isClosed(steps, 5)),
  )
  expect(shortest.map(({ operation, makes }) => makes ?? operation)).toEqual([
    'issue2',
    'issue5',
    'updateIssue',
    'updateIssue',
    'listIssuesOfProject',
  ])
  expect(shortest.map(({ parameters }) => parameters)).toEqual([
    { title: 'A' },
    { title: 'A' },
    { issue_id: '<issue2>', state_event: 'close' },
    { issue_id: '<issue5>', state_event: 'close' },
    { id: 1 },
  ])
})

it('keeps one call where that is enough, and tries little then', async () => {
  const all = shrinking(() => true)
  const shortest = await shrink(history, all)
  expect(shortest).toEqual([step('listIssuesOfProject', { parameters: { id: 1 } })])
  expect(all.tried()).toBeLessThan(4)
})

it('hands back the history where nothing shorter ends so, and tries no more often than it may', async () => {
  const none = { ...shrinking(() => false), tries: 10 }
  expect(await shrink(history, none)).toEqual(history)
  expect(none.tried()).toBe(10)
})
