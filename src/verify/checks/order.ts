import type { ParameterSchema } from '../../contract/operation-contract.ts'
import type { Direction, Operation, StatedOrder } from '../contract/operation.ts'
import type { ListAddress } from '../fixture/lists/addresses.ts'
import { filledList } from '../fixture/lists/filled-list.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'

/** The order of lists: `order_by` and `sort` with their defaults, and the specified orders. */
export const order = checkOperations('order', checkOrders, {
  long: ['Projects'],
  isReading: true,
})

async function checkOrders(t: TestContext, operation: Operation): Promise<void> {
  if (!operation.statedOrder && !schemaOf(operation, 'order_by')) return
  const address = await filledList(t, operation.id)
  if (address) await checkOrder(t, operation, address)
  // New records were active in the order of creation, which need not hold for others.
  const orderBy = schemaOf(operation, 'order_by')
  const isOfAll = operation.id === 'listAllProjects' || operation.id === 'listVisibleProjects'
  if (isOfAll && address && orderBy) {
    // The collation of other records' names is up to the server.
    const fields = (orderBy.enum ?? []).filter((field) => /^id$|_at$/.test(String(field)))
    await checkOrdering(t, operation, { ...address, parameters: {} }, { ...orderBy, enum: fields })
  }
}

export async function checkOrder(
  t: TestContext,
  operation: Operation,
  address: ListAddress,
): Promise<void> {
  const { statedOrder: stated } = operation
  const orderBy = schemaOf(operation, 'order_by')
  if (stated) await checkStated(t, operation, address, stated)
  if (orderBy) await checkOrdering(t, operation, address, orderBy)
}

function schemaOf(operation: Operation, name: string): ParameterSchema | undefined {
  return operation.parameters.find((one) => one.name === name)?.schema
}

async function checkStated(
  t: TestContext,
  { id }: Operation,
  { caller, parameters }: ListAddress,
  { field, direction, rule }: StatedOrder,
) {
  const answer = await caller.attempt(id, { ...parameters, per_page: 100 })
  const values = valuesOf(answer.body, field)
  const isFilled = Array.isArray(answer.body) && answer.body.length > 1
  // Some fields are only shown on some records.
  if (isFilled && values.length === 0) {
    return t.notTested(id, 'order', `no record of the list shows ${field}`)
  }
  t.expect(answer, 'order', rule).holds(
    values.length > 1 && isOrdered(values, direction),
    `${field} in ${words[direction]} order`,
    values,
  )
}

async function checkOrdering(
  t: TestContext,
  operation: Operation,
  { caller, parameters }: ListAddress,
  orderBy: ParameterSchema,
) {
  const { id } = operation
  const standard = {
    orderBy: String(orderBy.default),
    sort: directionOf(schemaOf(operation, 'sort')?.default),
  }
  async function check(aspect: string, order_by: string | undefined, sort: Direction | undefined) {
    const asked = { ...(order_by ? { order_by } : {}), ...(sort ? { sort } : {}) }
    const answer = await caller.attempt(id, { ...parameters, ...asked, per_page: 100 })
    const field = order_by ?? standard.orderBy
    const direction = sort ?? standard.sort
    const values = valuesOf(answer.body, field)
    // The sort key of a list is not always shown.
    if (values.length < 2) return
    const rule = `It is ordered by ${field}, ${direction}: ${order_by ? 'as order_by asks' : 'the default'}, ${sort ? 'as sort asks' : 'the default'}.`
    const expected = `${field} in ${words[direction]} order`
    t.expect(answer, aspect, rule).holds(isOrdered(values, direction), expected, values)
  }
  await check('order_by', undefined, undefined)
  await check('sort', undefined, 'asc')
  await check('sort', undefined, 'desc')
  for (const value of orderBy.enum ?? []) {
    // The default direction is that of every order, which is not sent with one of them.
    for (const sort of ['asc', 'desc'] as const) {
      await check('order_by', String(value), sort === standard.sort ? undefined : sort)
    }
  }
}

const words = { asc: 'ascending', desc: 'descending' }

function directionOf(value: unknown): Direction {
  return value === 'asc' ? 'asc' : 'desc'
}

/** Returns the values of a field of the items that have it. */
export function valuesOf(body: unknown, field: string): readonly (string | number)[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : []
  return items.flatMap((item) => {
    const value: unknown =
      typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined
    return typeof value === 'string' || typeof value === 'number' ? [value] : []
  })
}

export function isOrdered(values: readonly (string | number)[], direction: Direction): boolean {
  // Some servers ignore case when sorting names.
  return [values, values.map(inSmallLetters)].some((one) => isOrderedExactly(one, direction))
}

const inSmallLetters = (value: string | number) =>
  typeof value === 'string' ? value.toLowerCase() : value

function isOrderedExactly(values: readonly (string | number)[], direction: Direction): boolean {
  const keys = values.map(keyOf)
  return keys.slice(1).every((key, index) => {
    const before = keys[index] ?? key
    return direction === 'asc' ? before <= key : before >= key
  })
}

/** Returns the sort key of a value: times in any time zone are normalized, numbers are unchanged. */
function keyOf(value: string | number): string | number {
  if (typeof value === 'number' || !/^\d{4}-\d{2}-\d{2}T/i.test(value)) return value
  return Date.parse(value)
}
