import { givenParameters, type Operation } from '../contract/operation.ts'
import { isObject } from '../story/bodies.ts'
import { askableFilters } from '../story/kept-by-filters.ts'
import type { TestContext } from '../story/test-context.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * Reads an existing list with each of its filters and orders; every response is checked against its own query
 * (`checkInvariants`). A search without any match must be empty.
 */
export async function checkAsked(
  t: TestContext,
  operation: Operation,
  parameters: Parameters,
): Promise<void> {
  const ask = (asked: Parameters) =>
    t.admin.attempt(operation.id, { ...parameters, per_page: 100, ...asked })
  const { body } = await ask({})
  const items: readonly unknown[] = Array.isArray(body) ? body : []
  if (items.length < 2 || !items.every(isObject)) return
  for (const asked of [...askableFilters(operation, items), ...ordersOf(operation)]) {
    await ask(asked)
  }
  for (const { name, required } of givenParameters(operation)) {
    if ((name !== 'search' && name !== 'query') || required) continue
    if (operation.openParameters.has(name)) continue
    const answer = await ask({ [name]: t.name('nothing') })
    t.expect(answer, `parameter:${name}`).equal(answer.body, [])
  }
}

function ordersOf(operation: Operation): readonly Parameters[] {
  const fields = operation.parameters.find(({ name }) => name === 'order_by')?.schema.enum ?? []
  return fields.flatMap((order_by) => ['asc', 'desc'].map((sort) => ({ order_by, sort })))
}
