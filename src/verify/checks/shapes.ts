import type { Operation } from '../contract/operation.ts'
import { type ListAddress, listAddress } from '../fixture/lists/addresses.ts'
import { createLists } from '../fixture/lists/lists.ts'
import { at, isObject } from '../story/bodies.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'

/** The parameters of lists that change the form of items, and lists that the API cannot fill. */
export const shapes = checkOperations('shapes', async (t, operation) => {
  const { id, parameters, needs } = operation
  const asks = (name: string) => parameters.some((one) => one.name === name)
  if (operation.method !== 'GET' || !operation.isPaginated) return
  const lists = await t.shared(createLists)
  if (needs) {
    for (const name of ['archived', 'visibility', 'order_by', 'sort', 'search', 'simple']) {
      if (!asks(name)) continue
      const aspect = name === 'order_by' || name === 'sort' ? name : `parameter:${name}`
      t.notTested(id, aspect, `the API has no way to make ${needs}`)
    }
    return checkOfUsers(t, operation)
  }
  const address = listAddress(id, lists, t.admin)
  if (!address) return
  if (asks('simple')) {
    const answer = await address.caller.attempt(id, { ...address.parameters, simple: true })
    const rule = 'With simple only the id, the URLs, the names and the paths are shown.'
    const items = itemsOf(answer.body)
    const extra = fullForm.filter((name) => items.some((item) => isShown(item, name)))
    const expectation = t.expect(answer, 'parameter:simple', rule)
    expectation.holds(items.length > 0, 'the projects', answer.body)
    expectation.equal(extra, [])
  }
  if (asks('statistics')) {
    const answer = await t.admin.attempt(id, {
      ...inUsualForm(operation, address.parameters),
      statistics: true,
    })
    const rule = 'With statistics an administrator gets the statistics object of each.'
    const items = itemsOf(answer.body)
    t.expect(answer, 'parameter:statistics', rule).holds(
      items.length > 0 && items.every((item) => isObject(at(item, 'statistics'))),
      'statistics in each',
      answer.text.slice(0, 200),
    )
    const usual = await address.caller.attempt(id, address.parameters)
    const shown = itemsOf(usual.body).filter((item) => isShown(item, 'statistics'))
    const unasked = 'Without statistics no statistics are shown.'
    t.expect(usual, 'parameter:statistics', unasked).equal(shown.length, 0)
  }
})

const itemsOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [])

/** Whether an item shows a field: some servers have null where others leave it out. */
const isShown = (item: unknown, field: string) => (at(item, field) ?? null) !== null

/** Reads the lists of the first users until one is not empty; every response is checked against the contract. */
async function checkOfUsers(t: TestContext, operation: Operation): Promise<void> {
  const { body: users } = await t.admin.call('listUsers', { per_page: 20 })
  for (const { id } of users ?? []) {
    if (id === undefined) continue
    const { body } = await t.admin.attempt(operation.id, {}, { sudo: id })
    if (Array.isArray(body) && body.length > 0) return
  }
}

/** Fields beyond an id, a URL, a name and a path. */
const fullForm = [
  'description',
  'visibility_level',
  'issues_enabled',
  'created_at',
  'namespace',
  'permissions',
  'star_count',
  'archived',
]

/** Removes parameters that select another form of the response, as a search for groups does. */
function inUsualForm({ parameters }: Operation, given: ListAddress['parameters']) {
  const others = new Set(parameters.filter(({ form }) => form).map(({ name }) => name))
  return Object.fromEntries(Object.entries(given).filter(([name]) => !others.has(name)))
}
