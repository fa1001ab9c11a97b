import type { OperationResponse } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import { type ListAddress, listAddress } from '../fixture/lists/addresses.ts'
import { createListReader, keyOf, type ListReader } from '../fixture/lists/list-reader.ts'
import { createLists } from '../fixture/lists/lists.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'
import { type Filter, filtersOf, queryOf } from './filters.ts'
import {
  checkPages,
  describeQuery,
  identities,
  type List,
  type Narrowed,
  type Parameters,
} from './list-pages.ts'
import { isOrdered, valuesOf } from './order.ts'
import { identityOf, isRefusedPage } from './pages.ts'

/**
 * Every list of the fixture with every filter: its totals, its pages and their links, its orders, each value of a
 * parameter, two values of an array, and two filters at once. The result of a filter is compared with the results of
 * the same list under other filters, so that no items need to be known.
 */
export const pagesUnderFilters = checkOperations('pages under filters', checkList, {
  long: ['Projects', 'Issues', 'Groups'],
  isReading: true,
})

async function checkList(t: TestContext, operation: Operation): Promise<void> {
  if (!operation.isPaginated) return
  const lists = await t.shared(createLists)
  const address = listAddress(operation.id, lists, t.admin)
  if (!address || address.isShared) return
  const filters = filtersOf(t, lists).filter(
    (one) => one.operation === operation.id && !one.untested,
  )
  const readOnce = await t.shared(createListReader)
  const list = listOf(t, operation, address, readOnce)
  const whole = await list.read(address.parameters)
  const narrowed = await readEach(list, filters)
  for (const one of [whole, ...narrowed.map((filtered) => filtered.list)])
    await checkPages(list, one)
  await checkValues(list, whole)
  await checkArrays(list, filters)
  await checkPairs(list, narrowed)
  await checkBeyond(list, narrowed)
  await checkForms(list, narrowed)
  await checkOrders(list, narrowed)
  await checkBounds(list, whole)
}

function listOf(
  t: TestContext,
  operation: Operation,
  address: ListAddress,
  readOnce: ListReader,
): List {
  const known = new Map<string, Promise<Narrowed>>()
  const ask: List['ask'] = (parameters, linkedFrom) =>
    readOnce(address, operation.id, parameters, linkedFrom)
  async function readAll(asked: Parameters): Promise<Narrowed> {
    const items: unknown[] = []
    for (let page = 1; ; page++) {
      const answer = await ask({ ...asked, per_page: 100, ...(page > 1 ? { page } : {}) })
      const body = Array.isArray(answer.body) ? answer.body : []
      items.push(...body)
      if (body.length < 100 || page === 20) return { asked, answer, items }
    }
  }
  return {
    t,
    operation,
    address,
    ask,
    read(asked) {
      const key = keyOf(asked)
      const reading = known.get(key) ?? readAll(asked)
      known.set(key, reading)
      return reading
    },
  }
}

interface Filtered {
  readonly filter: Filter
  readonly list: Narrowed
}

async function readEach(list: List, filters: readonly Filter[]): Promise<readonly Filtered[]> {
  const all: Filtered[] = []
  for (const filter of filters) {
    const asked = queryOf(list.address.parameters, filter)
    all.push({ filter, list: await list.read(asked) })
  }
  return all
}

/** The parameters that only filter a list, and determine neither its subject nor its form. */
const narrowing = new Set([
  ...['state', 'labels', 'milestone', 'iid', 'iids', 'visibility', 'archived', 'search', 'query'],
  ...['active', 'blocked', 'external', 'scope', 'name', 'ref', 'since', 'until', 'skip_groups'],
])

/** Checks that the values of a parameter partition the list. */
async function checkValues(list: List, whole: Narrowed): Promise<void> {
  const { t, operation, address } = list
  for (const { name, schema } of operation.parameters) {
    if (!narrowing.has(name) || !schema.enum) continue
    const values = schema.enum.filter((value) => value !== 'all')
    const all = schema.enum.includes('all')
      ? await list.read({ ...address.parameters, [name]: 'all' })
      : whole
    const each: Narrowed[] = []
    for (const value of values) each.push(await list.read({ ...address.parameters, [name]: value }))
    const rule = `What the values of ${name} keep is the whole list, each item once.`
    const kept = each.flatMap(({ items }) => items)
    t.expect(all.answer, `parameter:${name}`, rule).sameMembers(
      identities(kept),
      identities(all.items),
    )
  }
}

/** Checks that two elements of an array keep the union of their items; exclusions keep the intersection. */
async function checkArrays(list: List, filters: readonly Filter[]): Promise<void> {
  const { t, address } = list
  for (const filter of filters) {
    const { parameter, value } = filter
    if (!Array.isArray(value) || value.length < 2) continue
    const both = await list.read(queryOf(address.parameters, filter))
    const each: (readonly string[])[] = []
    for (const one of value) {
      const asked = queryOf(address.parameters, { ...filter, value: [one] })
      each.push(identities((await list.read(asked)).items))
    }
    const isLeftOut = parameter.startsWith('skip_')
    const expected = isLeftOut ? intersection(each) : [...new Set(each.flat())].sort()
    const rule = isLeftOut
      ? `${parameter} leaves out each of its values.`
      : `${parameter} keeps what one of its values keeps.`
    t.expect(both.answer, `parameter:${parameter}`, rule).sameMembers(
      identities(both.items),
      expected,
    )
  }
}

function intersection(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists
  return first.filter((one) => others.every((other) => other.includes(one)))
}

/** Checks that two filters keep the intersection of their items. */
async function checkPairs(list: List, narrowed: readonly Filtered[]): Promise<void> {
  const { t, address } = list
  const usable = narrowed.filter(({ filter }) => narrowing.has(filter.parameter))
  const picked = byParameter(usable)
  for (const [index, one] of picked.entries()) {
    for (const other of picked.slice(index + 1)) {
      if (one.filter.parameter === other.filter.parameter) continue
      const asked = queryOf(queryOf(address.parameters, one.filter), other.filter)
      // A search that replaces another one has its own items.
      const wide = { ...asked, [one.filter.parameter]: one.filter.value }
      const both = await list.read(wide)
      const rule = `${describeQuery(wide, list)} a list keeps what each of the two keeps.`
      const expected = intersection([identities(one.list.items), identities(other.list.items)])
      t.expect(both.answer, `parameter:${other.filter.parameter}`, rule).sameMembers(
        identities(both.items),
        expected,
      )
    }
  }
}

/** Returns two filters for each parameter that keep some items, one of them with several values, if there are any. */
function byParameter(filters: readonly Filtered[]): readonly Filtered[] {
  const names = [...new Set(filters.map(({ filter }) => filter.parameter))]
  return names.flatMap((name) => {
    const [first, ...others] = filters.filter(
      ({ filter, list }) => filter.parameter === name && list.items.length > 0,
    )
    const second = others.find(({ filter }) => hasSeveral(filter.value)) ?? others[0]
    return [first, second].filter((one) => one !== undefined)
  })
}

/** Whether a filter has several values, as an array or separated by commas. */
const hasSeveral = (value: unknown) =>
  Array.isArray(value) ? value.length > 1 : String(value).includes(',')

/** Behind its last page a list has nothing, under a filter too. */
async function checkBeyond(list: List, narrowed: readonly Filtered[]): Promise<void> {
  const { t, operation } = list
  for (const { list: one } of byParameter(narrowed)) {
    if (one.items.length > 100) continue
    const asked = { ...one.asked, per_page: Math.max(1, one.items.length), page: 2 }
    const answer = await list.ask(asked)
    if (isRefusedPage(operation, answer)) continue
    const rule = `${describeQuery(one.asked, list)} there is nothing behind the last page.`
    t.expect(answer, 'pagination:headers', rule).equal(answer.body, [])
  }
}

/** What only chooses the form of the items: whatever it is, the list has the same ones. */
const forms = ['simple', 'statistics']

async function checkForms(list: List, narrowed: readonly Filtered[]): Promise<void> {
  const { t, operation } = list
  for (const form of forms) {
    const parameter = operation.parameters.find(({ name }) => name === form)
    if (!parameter) continue
    for (const { list: one } of byParameter(narrowed)) {
      const { answer, items } = await list.read({ ...one.asked, [form]: true })
      const rule = `${describeQuery(one.asked, list)} a list holds the same with ${form}.`
      t.expect(answer, `parameter:${form}`, rule).sameMembers(
        identities(items),
        identities(one.items),
      )
    }
    if (operation.ofAdministrators.has(form)) await checkForAdministrators(list, form)
  }
}

async function checkForAdministrators({ t, operation, address }: List, form: string) {
  const { caller, parameters } = address
  if (caller === t.admin) return
  // A search may have a form of its own.
  const { search: _, ...asked } = parameters
  const usual = await caller.attempt(operation.id, asked)
  const answer = await caller.attempt(operation.id, { ...asked, [form]: true })
  const rule = `${form} shows nothing more to those who are no administrators.`
  t.expect(answer, `parameter:${form}`, rule).equal(fieldsOf(answer), fieldsOf(usual))
}

const fieldsOf = ({ body }: OperationResponse) =>
  [...new Set([body].flat().flatMap((item: unknown) => Object.keys(Object(item))))].sort()

/** Checks that an order changes only the positions of items; ascending and descending are the reverse of each other. */
async function checkOrders(list: List, narrowed: readonly Filtered[]): Promise<void> {
  const { t, operation } = list
  const orderBy = operation.parameters.find(({ name }) => name === 'order_by')?.schema.enum
  const fullest = narrowed.toSorted((a, b) => b.list.items.length - a.list.items.length)
  const chosen = fullest.find(
    ({ list: { items }, filter }) => items.length > 1 && filter.leavesOut.length > 0,
  )
  const base = chosen ?? fullest[0]
  if (!orderBy || !base || base.list.items.length < 2) return
  for (const order_by of orderBy) {
    const orders: string[][] = []
    for (const sort of ['asc', 'desc'] as const) {
      const asked = { ...base.list.asked, order_by, sort }
      const { answer, items } = await list.read(asked)
      const under = describeQuery(asked, list)
      const expectation = t.expect(answer, 'order_by', `${under} a list holds the same, in order.`)
      expectation.sameMembers(identities(items), identities(base.list.items))
      const values = valuesOf(items, String(order_by))
      if (values.length > 1) expectation.holds(isOrdered(values, sort), `in order`, values)
      if (new Set(values).size === items.length) {
        orders.push(items.map((item) => JSON.stringify(identityOf(item))))
      }
      await checkPages(list, { asked, answer, items })
    }
    const [up, down] = orders
    if (up && down) {
      const rule = 'sort turns a list round.'
      t.expect(base.list.answer, 'sort', rule).equal(down, up.toReversed())
    }
  }
  // Under the other filters an order by time, which is no default one, shows whether it is kept.
  const others = byParameter(narrowed.filter((one) => one !== base && one.list.items.length > 1))
  const order_by = orderBy.includes('updated_at') ? 'updated_at' : orderBy.at(-1)
  for (const { list: one } of others) {
    const asked = { ...one.asked, order_by, sort: 'asc' }
    const { answer, items } = await list.read(asked)
    const values = valuesOf(items, String(order_by))
    t.expect(answer, 'order_by', `${describeQuery(asked, list)} a list is in order.`).holds(
      isOrdered(values, 'asc'),
      'in order',
      values,
    )
  }
}

/** Checks that a bound is inclusive. */
async function checkBounds(list: List, whole: Narrowed): Promise<void> {
  const { t, operation, address } = list
  for (const name of ['since', 'until']) {
    if (!operation.parameters.some((one) => one.name === name)) continue
    for (const item of whole.items.slice(0, 3)) {
      const [time] = valuesOf([item], 'created_at')
      if (time === undefined) continue
      const { answer, items } = await list.read({ ...address.parameters, [name]: time })
      const rule = `${name} holds what is of that very time.`
      t.expect(answer, `parameter:${name}`, rule).includes(identities(items), identities([item]))
    }
  }
  if (!['since', 'until'].every((name) => operation.parameters.some((one) => one.name === name)))
    return
  for (const item of whole.items.slice(0, 3)) {
    const [time] = valuesOf([item], 'created_at')
    if (time === undefined) continue
    const { answer, items } = await list.read({ ...address.parameters, since: time, until: time })
    const rule = 'since and until together hold what is of that very time.'
    t.expect(answer, 'parameter:since', rule).includes(identities(items), identities([item]))
  }
}
