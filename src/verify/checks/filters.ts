import { listAddress } from '../fixture/lists/addresses.ts'
import { createLists, type Lists } from '../fixture/lists/lists.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'
import { codeFilters } from './filters/code.ts'
import type { Filter } from './filters/filter.ts'
import { peopleFilters } from './filters/people.ts'
import { placeFilters } from './filters/places.ts'
import { trackerFilters } from './filters/tracker.ts'

/** What every filter of a list keeps and leaves out. */
export const filters = checkOperations('filters', async (t, operation) => {
  const lists = await t.shared(createLists)
  for (const filter of filtersOf(t, lists)) {
    if (filter.operation === operation.id) await checkFilter(t, lists, filter)
  }
})

function filtersOf(t: TestContext, lists: Lists): readonly Filter[] {
  return [
    ...peopleFilters(lists),
    ...placeFilters(lists),
    ...trackerFilters(lists),
    ...codeFilters(t, lists),
  ]
}

async function checkFilter(t: TestContext, lists: Lists, filter: Filter): Promise<void> {
  const { operation, parameter, value, field, keeps, leavesOut, untested, besides = {} } = filter
  if (untested) return t.notTested(operation, `parameter:${parameter}`, untested)
  const address = listAddress(operation, lists, t.admin)
  if (!address) return
  const { search: _, ...fixed } = address.parameters
  const narrowed = parameter === 'search' || parameter === 'username' ? fixed : address.parameters
  const answer = await address.caller.attempt(operation, {
    ...narrowed,
    ...besides,
    [parameter]: value,
    per_page: 100,
  })
  const shown = Array.isArray(value) ? value.join(', ') : String(value)
  const rule = `${parameter} ${shown} keeps what it should and leaves out what it should.`
  const values = Array.isArray(answer.body)
    ? answer.body.map((item: object) => Reflect.get(Object(item), field))
    : undefined
  const expectation = t.expect(answer, `parameter:${parameter}`, rule)
  expectation.includes(values, keeps)
  expectation.excludes(values, leavesOut)
}
