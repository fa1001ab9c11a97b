import { ofPages } from '../../contract/list-aspects.ts'
import type { Operation } from '../../contract/operation.ts'
import type { ListAddress } from '../../fixture/lists/addresses.ts'
import type { Fixture } from '../../fixture/v4/fixture.ts'
import { entitledCaller, validParameters } from '../../fixture/v4/requests.ts'
import { isObject } from '../../story/bodies.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkOrder } from '../order.ts'
import { checkAllPages } from '../pages.ts'
import { checkEvery, isWithoutTarget } from './check.ts'

/** Every list of v4: its pages, its orders, and the filters whose effect the contract states. */
export const lists = checkEvery('lists', async (t, operation, fixture) => {
  if (!operation.isPaginated) return
  if (isWithoutTarget(t, operation, fixture, namesOfPages(operation))) return
  const address = addressOf(t, operation, fixture)
  const whole = await address.caller.attempt(operation.id, { ...address.parameters, per_page: 100 })
  const items: readonly unknown[] = Array.isArray(whole.body) ? whole.body : []
  if (items.length < 2) {
    const reason = 'the list has fewer than two items here'
    for (const aspect of namesOfPages(operation)) t.notTested(operation.id, aspect, reason)
    return
  }
  await checkAllPages(t, operation, address, whole)
  await checkOrder(t, operation, address)
  await checkFilters(t, operation, address, items)
})

const namesOfPages = (operation: Operation) => ofPages(operation).map(({ name }) => name)

/**
 * Returns the parameters of a list. Lists of the run's own records are stable; others can change those of the instance.
 */
function addressOf(t: TestContext, operation: Operation, fixture: Fixture): ListAddress {
  // `/user/activities` names all users, unlike the other lists below `/user`.
  const isOwn =
    /^\/(projects|groups|users|user)\//.test(operation.path) &&
    operation.id !== 'listUserActivities'
  return {
    caller: entitledCaller(operation, fixture, t.admin),
    parameters: validParameters(operation, fixture, fixture.places, t.name),
    ...(isOwn ? {} : { isShared: true }),
  }
}

/**
 * Checks filters whose effect follows from the contract: a `search` without any match leaves nothing. Where items have
 * a field with the name and type of the parameter, only those with the value remain.
 */
async function checkFilters(
  t: TestContext,
  { id, parameters }: Operation,
  { caller, parameters: given }: ListAddress,
  items: readonly unknown[],
): Promise<void> {
  const ask = (name: string, value: unknown) =>
    caller.attempt(id, { ...given, [name]: value, per_page: 100 })
  for (const { name, in: where, required, schema } of parameters) {
    if (where !== 'query' || required || paging.has(name)) continue
    const aspect = `parameter:${name}`
    if (name === 'search' || name === 'query') {
      const answer = await ask(name, t.name('nothing'))
      t.expect(answer, aspect).equal(answer.body, [])
      continue
    }
    const isValue = (value: unknown) =>
      schema.type === 'boolean'
        ? typeof value === 'boolean'
        : schema.enum?.some((one) => one === value)
    if (!valuesOf(items, name)?.every(isValue)) continue
    // A filter that is false has no effect, and a value that no item has may stand for several (`all`).
    const known = schema.enum?.filter((value) => valuesOf(items, name)?.includes(value))
    for (const value of known ?? [true]) {
      const answer = await ask(name, value)
      const others = valuesOf(answer.body, name)?.filter((one) => one !== value)
      t.expect(answer, aspect).equal(others, [])
    }
  }
}

const paging = new Set(['page', 'per_page', 'order_by', 'sort', 'pagination', 'cursor'])

function valuesOf(body: unknown, name: string): readonly unknown[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.map((item) => (isObject(item) ? item[name] : undefined))
}
