import type { OperationResponse } from '../client/answer.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { ofPages } from '../contract/list-aspects.ts'
import type { Operation } from '../contract/operation.ts'
import type { ListAddress } from '../fixture/lists/addresses.ts'
import { filledList } from '../fixture/lists/filled-list.ts'
import { at } from '../story/bodies.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'
import { followLinks, linksOf } from './links.ts'

/** Every list: its headers, its links, the size of its pages, and requests after the last page. */
export const pages = checkOperations('pages', checkPagination, { isReading: true })

async function checkPagination(t: TestContext, operation: Operation): Promise<void> {
  if (!operation.isPaginated) return
  const address = await filledList(t, operation.id)
  const whole =
    address &&
    (await address.caller.attempt(operation.id, { ...address.parameters, per_page: 100 }))
  const total = Array.isArray(whole?.body)
    ? Math.max(whole.body.length, numberOf(whole, 'x-total'))
    : 0
  if (!address || !whole || total < 2) {
    const isLeftAlone = operation.resource === 'System hooks' && !t.instance.mayBeWritten
    const cannot = 'the API has no way to fill the list with more than one item here'
    const reason = isLeftAlone ? judgedApis[operation.api].whyNotOfInstance : cannot
    for (const { name: aspect } of ofPages(operation)) t.notTested(operation.id, aspect, reason)
    return
  }
  await checkAllPages(t, operation, address, whole)
}

export async function checkAllPages(
  t: TestContext,
  operation: Operation,
  address: ListAddress,
  whole: OperationResponse,
): Promise<void> {
  await checkDefault(t, operation, address)
  await checkCap(t, operation, address)
  await checkEnd(t, operation, address)
  await checkHeaders(t, operation, address, whole)
  await checkLinks(t, operation, address, whole)
}

export const numberOf = (answer: OperationResponse | undefined, header: string) =>
  Number(answer?.headers.get(header) ?? Number.NaN)

const lengthOf = ({ body }: OperationResponse) => (Array.isArray(body) ? body.length : Number.NaN)

export async function checkDefault(
  t: TestContext,
  { id, isUncounted }: Operation,
  { caller, parameters }: ListAddress,
) {
  const answer = await caller.attempt(id, parameters)
  const expectation = t.expect(answer, 'pagination:default')
  expectation.equal(numberOf(answer, 'x-page'), 1)
  expectation.equal(numberOf(answer, 'x-per-page'), 20)
  if (isUncounted) {
    expectation.holds(lengthOf(answer) <= 20, 'at most 20 items', lengthOf(answer))
    return
  }
  const total = numberOf(answer, 'x-total')
  expectation.holds(lengthOf(answer) === Math.min(total, 20), '20 items, or all', lengthOf(answer))
}

export async function checkCap(
  t: TestContext,
  { id }: Operation,
  { caller, parameters }: ListAddress,
) {
  const answer = await caller.attempt(id, { ...parameters, per_page: 1000 })
  if (answer.status === 400) {
    return t.leftOpen(id, 'pagination:cap', 'the server refuses a page of more than 100')
  }
  const expectation = t.expect(answer, 'pagination:cap')
  expectation.equal(numberOf(answer, 'x-per-page'), 100)
  expectation.holds(lengthOf(answer) <= 100, 'at most 100 items', lengthOf(answer))
}

/** Whether a response says that there is no page behind the last one, as it may where nothing is said of such pages. */
export const isRefusedPage = ({ api }: Operation, { status }: OperationResponse) =>
  !judgedApis[api].statesPagesBehindTheEnd && (status === 400 || status === 404)

export async function checkEnd(
  t: TestContext,
  operation: Operation,
  { caller, parameters }: ListAddress,
) {
  const { api, id } = operation
  const page = judgedApis[api].pageBehindTheEnd
  const answer = await caller.attempt(id, { ...parameters, per_page: 100, page })
  if (numberOf(answer, 'x-total') > 100 * (page - 1)) return
  if (isRefusedPage(operation, answer)) {
    return t.leftOpen(id, 'pagination:past-the-end', 'whether there is such a page is not stated')
  }
  t.expect(answer, 'pagination:past-the-end').equal(answer.body, [])
}

async function checkHeaders(
  t: TestContext,
  { id, isUncounted }: Operation,
  { caller, parameters, isShared }: ListAddress,
  whole: OperationResponse,
) {
  const [first, second] = [
    await caller.attempt(id, { ...parameters, per_page: 1, page: 1 }),
    await caller.attempt(id, { ...parameters, per_page: 1, page: 2 }),
  ]
  const total = isUncounted ? lengthOf(whole) : numberOf(first, 'x-total')
  const expectPage = (answer: OperationResponse, page: number) => {
    const names = ['total', 'total-pages', 'per-page', 'page', 'next-page', 'prev-page']
    const received = names.map((name) => answer.headers.get(`x-${name}`) ?? '')
    const ofAll = isShared ? [answer.headers.get('x-total') ?? ''] : [String(total)]
    const [count = ''] = ofAll
    const hasNext = page < (isUncounted ? total : Number(count))
    // A list without a total may have a further page as long as pages are full.
    const named = isUncounted ? answer.headers.get('x-next-page') : undefined
    const next = hasNext || named === String(page + 1) ? String(page + 1) : ''
    const previous = page > 1 ? String(page - 1) : ''
    const counts = isUncounted ? ['', ''] : [count, count]
    const expected = [...counts, '1', String(page), next, previous]
    const expectation = t.expect(answer, 'pagination:headers')
    expectation.equal(written(names, received), written(names, expected))
    expectation.holds(lengthOf(answer) === 1, 'one item', lengthOf(answer))
  }
  expectPage(first, 1)
  expectPage(second, 2)
}

const written = (names: readonly string[], values: readonly string[]) =>
  names.map((name, index) => `${name} ${values[index] || '-'}`).join(', ')

async function checkLinks(
  t: TestContext,
  operation: Operation,
  { caller, parameters, isShared }: ListAddress,
  first: OperationResponse,
) {
  const { id, isUncounted } = operation
  const totalOf = (answer: OperationResponse) =>
    isUncounted ? lengthOf(answer) : numberOf(answer, 'x-total')
  const follow = (answer: OperationResponse) => {
    const size = Math.max(1, Math.min(100, Math.ceil(totalOf(answer) / 3)))
    return followLinks(caller, id, { ...parameters, per_page: size })
  }
  let whole = first
  let followed = await follow(whole)
  // A concurrent removal moves later items to a page that was read before.
  for (let tries = 1; isShared; tries++) {
    const after = await caller.attempt(id, { ...parameters, per_page: 100 })
    if (isSameList(whole.body, after.body)) break
    if (tries === MAX_TRIES) {
      return t.notTested(id, 'pagination:links', 'others wrote to the list whenever it was read')
    }
    whole = after
    followed = await follow(whole)
  }
  const { visited, last, isEndless } = followed
  const total = totalOf(whole)
  const expectation = t.expect(last, 'pagination:links')
  const links = linksOf(last)
  // A server may have further relations.
  const relations = ['first', 'last', 'next', 'prev'].filter((name) => links[name] !== undefined)
  const wanted = isUncounted ? 'first, prev' : 'first, last, prev'
  if (!isShared) expectation.equal(relations.join(', '), wanted)
  expectation.holds(!isEndless, 'a last page without next', 'pages without end')
  const items = Array.isArray(whole.body) ? whole.body : []
  if (isShared)
    expectation.holds(visited.length >= items.length, `${items.length} items`, visited.length)
  else if (items.length === total)
    expectation.sameMembers(visited.map(identityOf), items.map(identityOf))
  else expectation.equal(visited.length, total)
}

/** The number of attempts to read a list that others change meanwhile. */
const MAX_TRIES = 5

function isSameList(one: unknown, other: unknown): boolean {
  const identities = (body: unknown) =>
    JSON.stringify(Array.isArray(body) ? body.map(identityOf) : body)
  return identities(one) === identities(other)
}

/**
 * Returns the identity of an item. Other fields may change between two reads: a server may protect a branch or check a
 * merge request in the background, or sign the address of an avatar anew in each response.
 */
export const identityOf = (item: unknown): unknown =>
  at(item, 'id') ?? at(item, 'name') ?? JSON.parse(JSON.stringify(item, withoutAvatar))

const withoutAvatar = (field: string, value: unknown) =>
  field === 'avatar_url' ? undefined : value
