import type { OperationResponse } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import type { ListAddress } from '../fixture/lists/addresses.ts'
import { orderOf } from '../story/check-invariants.ts'
import { orderOfValues } from '../story/orders.ts'
import type { TestContext } from '../story/test-context.ts'
import { linksOf, pathOf, queryOf as queryOfLink } from './links.ts'
import { valuesOf } from './order.ts'
import { identityOf, numberOf } from './pages.ts'

export type Parameters = Readonly<Record<string, unknown>>

/** A list with a query, and all its items. */
export interface Narrowed {
  readonly asked: Parameters
  readonly answer: OperationResponse
  readonly items: readonly unknown[]
}

/** A list that is read with many queries. */
export interface List {
  readonly t: TestContext
  readonly operation: Operation
  readonly address: ListAddress
  /** Makes a single request, unless an equal one was made; where a link is followed, with the parameters of the first page. */
  ask(parameters: Parameters, linkedFrom?: Parameters): Promise<OperationResponse>
  read(asked: Parameters): Promise<Narrowed>
}

/** Returns what items are known by, in an order of its own. */
export const identities = (items: readonly unknown[]) =>
  items.map((item) => JSON.stringify(identityOf(item))).sort()

/** Returns the beginning of a rule about a list with a query: `Under state opened`. */
export const describeQuery = (asked: Parameters, { address }: List) => {
  const given = Object.entries(asked).filter(([name, value]) => address.parameters[name] !== value)
  return given.length === 0
    ? 'Without a filter'
    : `Under ${given.map(([name, value]) => `${name} ${String(value)}`).join(' and ')}`
}

/**
 * Checks that the pages together are the whole list, that each states its position, and that their links keep the
 * query.
 */
export async function checkPages(list: List, { asked, items, answer }: Narrowed): Promise<void> {
  const { t } = list
  const under = describeQuery(asked, list)
  const total = items.length
  const totals = t.expect(answer, 'pagination:headers', `${under} X-Total counts what there is.`)
  totals.equal(numberOf(answer, 'x-total'), total)
  if (total === 0) return
  const size = total > 20 ? Math.ceil(total / 3) : Math.ceil(total / 2)
  const count = Math.ceil(total / size)
  const visited: unknown[] = []
  let page = await list.ask({ ...asked, per_page: size, page: 1 })
  for (let number = 1; number <= count; number++) {
    if (Array.isArray(page.body)) visited.push(...page.body)
    expectPlace(t, page, under, { total, count, size, number })
    const next = linksOf(page).next
    if (number === count) break
    const rule = `${under} the link to the next page leads on.`
    if (!t.expect(page, 'pagination:links', rule).holds(next !== undefined, 'a link', 'none'))
      return
    if (next) page = await list.ask(parametersOf(next, asked), asked)
  }
  const rule = `${under} the pages are the whole list.`
  t.expect(page, 'pagination:links', rule).sameMembers(identities(visited), identities(items))
  expectOneOrder(list, under, { asked, answer: page, items: visited })
  const { first, last, prev } = linksOf(page)
  for (const [name, link, number] of [
    ['first', first, 1],
    ['last', last, count],
    ['prev', prev, count - 1],
  ] as const) {
    if (!link) continue
    const led = await list.ask(parametersOf(link, asked), asked)
    expectPlace(t, led, `${under}, by the link ${name},`, { total, count, size, number })
  }
}

/** Checks the order of a list on all its pages, which may have been cut before they were put in order. */
function expectOneOrder({ t, operation }: List, under: string, narrowed: Narrowed): void {
  const { asked, answer, items } = narrowed
  const query = Object.entries(asked).map(([name, value]) => [name, String(value)])
  const order = orderOf(operation, new URLSearchParams(query))
  const values = order ? valuesOf(items, order.field) : []
  // The sort key of a list is not always shown.
  if (!order || values.length < items.length) return
  const rule = `${under} the pages one after the other are in the order of the list.`
  const expected = `${order.field}, ${order.direction}`
  t.expect(answer, order.aspect, rule).holds(
    orderOfValues(values, order.direction) !== undefined,
    expected,
    values,
  )
}

interface Place {
  readonly total: number
  readonly count: number
  readonly size: number
  readonly number: number
}

function expectPlace(
  t: TestContext,
  answer: OperationResponse,
  under: string,
  { total, count, size, number }: Place,
): void {
  const rule = `${under} a page says of how many it is which.`
  const names = ['total', 'total-pages', 'per-page', 'page', 'next-page', 'prev-page']
  const received = names.map((name) => answer.headers.get(`x-${name}`) ?? '')
  const next = number < count ? String(number + 1) : ''
  const previous = number > 1 ? String(number - 1) : ''
  const expected = [total, count, size, number, next, previous].map(String)
  const expectation = t.expect(answer, 'pagination:headers', rule)
  expectation.equal(received.join(', '), expected.join(', '))
  const length = Array.isArray(answer.body) ? answer.body.length : Number.NaN
  expectation.equal(length, number < count ? size : total - size * (count - 1))
}

/** Only the query of a link is used, since a server behind a proxy may not know its public host. */
const parametersOf = (link: URL, asked: Parameters): Parameters => ({
  ...pathOf(asked),
  ...queryOfLink(link, asked),
})
