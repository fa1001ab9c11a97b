import { judgedApis } from '../contract/judged-api.ts'
import type { Direction, Operation } from '../contract/operation.ts'
import type { Agreement } from '../contract/record-rules.ts'
import { at } from './bodies.ts'
import type { ResponseCheck } from './check-response.ts'
import { recordsAt } from './fixed-fields.ts'
import { type AskedFilter, filtersAsked, isKept, shownOf } from './kept-by-filters.ts'
import { orderOfValues } from './orders.ts'

/** The rule for the total of a commit's line counts. */
const STATS_ADD_UP = 'stats.total is additions and deletions together.'

/**
 * Checks a response by itself, whatever was asked and by whom: a page against its headers, records against the path and
 * against their own fields.
 */
export function checkConsistency(check: ResponseCheck): void {
  const { answer, operation } = check
  if (answer.status >= 300) return
  checkPaths(check)
  checkAgreements(check)
  checkSubject(check)
  if (operation.isPaginated && Array.isArray(answer.body)) {
    checkPage(check, answer.body, new URL(answer.request.url).searchParams)
  }
}

/**
 * Also checks a list against the order and the filters of its query, and a commit against its total: for records that
 * the run did not write, no other check is possible.
 */
export function checkInvariants(check: ResponseCheck): void {
  const { answer, operation } = check
  checkConsistency(check)
  if (operation.method !== 'GET' || answer.status !== 200) return
  if (Array.isArray(answer.body)) {
    const { searchParams } = new URL(answer.request.url)
    checkOrder(check, answer.body, searchParams)
    for (const filter of filtersAsked(operation, searchParams)) {
      checkFilter(check, answer.body, filter)
    }
  } else checkSum(check)
}

function checkFilter(check: ResponseCheck, items: readonly unknown[], filter: AskedFilter): void {
  const { parameter, values } = filter
  const wrong = items.find((item) => !isKept(filter, item))
  const isShown = items.some((item) => shownOf(parameter, item) !== undefined)
  if (!isShown) return
  decide(check, wrong === undefined, {
    aspect: `parameter:${parameter}`,
    rule: `A list with ${parameter} holds what has that value alone.`,
    expected: `items with ${parameter} ${values.join(filter.isWhole ? ' and ' : ' or ')}`,
    received: `one with ${shownOf(parameter, wrong)?.join(', ') || 'none'}`,
    cause: `${parameter} | keeps what it should leave out`,
  })
}

interface Order {
  readonly aspect: string
  readonly field: string
  readonly direction: Direction
  readonly rule: string
}

function checkOrder(check: ResponseCheck, items: readonly unknown[], asked: URLSearchParams): void {
  const order = orderOf(check.operation, asked)
  if (!order) return
  const { aspect, field, direction, rule } = order
  const values = items.flatMap((item) => {
    const value = at(item, field)
    return typeof value === 'string' || typeof value === 'number' ? [value] : []
  })
  // The sort key of a list is not always shown.
  if (values.length < 2) return
  const words = direction === 'asc' ? 'ascending' : 'descending'
  decide(check, orderOfValues(values, direction) !== undefined, {
    aspect,
    rule,
    expected: `${field} in ${words} order`,
    received: JSON.stringify(values.slice(0, 10)),
    cause: `${aspect} | not in the order that is ${aspect === 'order' ? 'stated' : 'asked for'}`,
  })
}

/** A server may update the shown activity of a project later than its sort key. */
const written = new Set(['last_activity_at'])

/** Returns the order of a list that its query asks for, else the stated one; undefined where neither is known. */
export function orderOf(operation: Operation, asked: URLSearchParams): Order | undefined {
  const { parameters, statedOrder, openParameters, ofAdministrators } = operation
  const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema
  const orderBy = schemaOf('order_by')
  if (!orderBy) {
    // Otherwise `sort` is an order of the operation's own.
    return statedOrder && !asked.has('sort') ? { aspect: 'order', ...statedOrder } : undefined
  }
  const isOpen = (name: string) => openParameters.has(name) || ofAdministrators.has(name)
  if (isOpen('order_by') || isOpen('sort')) return undefined
  const field = asked.get('order_by') ?? orderBy.default
  const direction = asked.get('sort') ?? schemaOf('sort')?.default
  if (typeof field !== 'string' || written.has(field)) return undefined
  if (direction !== 'asc' && direction !== 'desc') return undefined
  const aspect = asked.has('order_by') || !asked.has('sort') ? 'order_by' : 'sort'
  return { aspect, field, direction, rule: `The list is ordered by ${field}, ${direction}.` }
}

function checkSum(check: ResponseCheck): void {
  const [additions, deletions, total] = ['additions', 'deletions', 'total'].map((name) =>
    at(check.answer.body, `stats.${name}`),
  )
  if (typeof additions !== 'number' || typeof deletions !== 'number') return
  decide(check, total === additions + deletions, {
    aspect: 'schema:values',
    rule: STATS_ADD_UP,
    expected: `a total of ${additions + deletions}`,
    received: String(total),
    cause: 'stats | total is not additions and deletions together',
  })
}

/** The fields that end with another one of the same record, behind a slash or alone. */
const endings = [
  ['full_path', 'path'],
  ['path_with_namespace', 'path'],
] as const

/** A record says where it is in several fields, which have to agree: a stale one is found so. */
function checkPaths(check: ResponseCheck): void {
  for (const item of [check.answer.body].flat()) {
    for (const [whole, part] of endings) {
      const [long, short] = [at(item, whole), at(item, part)]
      if (typeof long !== 'string' || typeof short !== 'string') continue
      decide(check, long === short || long.endsWith(`/${short}`), {
        aspect: 'schema:values',
        rule: `${whole} ends with ${part}.`,
        expected: `one that ends with ${short}`,
        received: long,
        cause: `${whole} | does not end with ${part}`,
      })
    }
  }
}

/** Fields of one record agree where the contract says so (`x-agrees`). */
function checkAgreements(check: ResponseCheck): void {
  for (const { place, agreements } of check.operation.recordRules) {
    for (const record of agreements.length > 0 ? recordsAt(check.answer.body, place) : []) {
      for (const agreement of agreements) checkAgreement(check, record, agreement)
    }
  }
}

const relations = {
  is: ['is', (one: string, other: string) => one === other],
  starts_with: ['begins with', (one: string, other: string) => one.startsWith(other)],
  ends_with: ['ends with', (one: string, other: string) => one.endsWith(other)],
  contains: ['contains', (one: string, other: string) => one.includes(other)],
} as const

function checkAgreement(check: ResponseCheck, record: unknown, agreement: Agreement): void {
  const { field } = agreement
  for (const relation of ['is', 'starts_with', 'ends_with', 'contains'] as const) {
    const other = agreement[relation]
    if (other === undefined) continue
    const [one, wanted] = [at(record, field), at(record, other)]
    // What is absent is left out or null.
    if (isAbsent(one) || isAbsent(wanted)) continue
    const [words, holds] = relations[relation]
    decide(check, holds(String(one), String(wanted)), {
      aspect: 'schema:values',
      rule: `${field} ${words} ${other}.`,
      expected: `${field} that ${words} ${String(wanted)}`,
      received: String(one),
      cause: `${field} | not as ${other}`,
    })
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null

/** The fields that show a parameter of the path, in the records that a response consists of. */
const subjects: readonly (readonly [parameter: string, ...fields: readonly string[]])[] = [
  ['id', 'project_id'],
  ['issue_id', 'noteable_id'],
  ['merge_request_id', 'noteable_id'],
  ['snippet_id', 'noteable_id'],
  ['sha', 'sha'],
]

/** The records of a response are those of the project, the issue or the commit that the path names. */
function checkSubject(check: ResponseCheck): void {
  const { operation, answer } = check
  if (operation.isElsewhere || operation.hasEffect) return
  if (!judgedApis[operation.api].showsPathInRecords) return
  const values = pathValuesOf(operation, answer.request.url)
  for (const [parameter, field] of subjects) {
    const { record } = operation.parameters.find(({ name }) => name === parameter) ?? {}
    const value = values[parameter]
    if (field === undefined || !operation.fields.has(field) || value === undefined) continue
    if (parameter === 'id' && record !== 'project') continue
    // A project can be named by its path, and a commit by a branch.
    if (!/^(\d+|[0-9a-f]{40})$/.test(value)) continue
    for (const item of [answer.body].flat()) {
      const shown = at(item, field)
      if (isAbsent(shown)) continue
      decide(check, String(shown) === value, {
        aspect: 'content',
        rule: `Each record is of the ${parameter} of the path.`,
        expected: `${field} ${value}`,
        received: String(shown),
        cause: `${field} | not of the path`,
      })
    }
  }
}

/** Returns the parameters in the path of a request; none where it is another path of the operation (`x-also-at`). */
function pathValuesOf({ path }: Operation, url: string): Readonly<Record<string, string>> {
  const names = path.split('/').slice(1)
  const given = new URL(url).pathname.split('/').slice(-names.length)
  const isParameter = (name: string) => /^\{\w+\}$/.test(name)
  if (!names.every((name, index) => isParameter(name) || name === given[index])) return {}
  return Object.fromEntries(
    names.flatMap((name, index) =>
      isParameter(name) ? [[name.slice(1, -1), decoded(given[index] ?? '')]] : [],
    ),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The headers of a page say which one it is, as it was asked for, and agree with each other. */
function checkPage(check: ResponseCheck, items: readonly unknown[], asked: URLSearchParams): void {
  const { headers } = check.answer
  const number = (name: string) => {
    const text = headers.get(name)
    return text === null || text === '' ? undefined : Number(text)
  }
  const [page, size] = [number('x-page'), number('x-per-page')]
  const [total, pages] = [number('x-total'), number('x-total-pages')]
  if (page === undefined || size === undefined) return
  const given = (name: string, otherwise: number) =>
    /^[1-9]\d{0,3}$/.test(asked.get(name) ?? '') ? Number(asked.get(name)) : otherwise
  const wanted = { page: given('page', 1), size: Math.min(given('per_page', 20), 100) }
  const isGiven = ['page', 'per_page'].every((name) =>
    /^([1-9]\d{0,3})?$/.test(asked.get(name) ?? ''),
  )
  if (!isGiven) return
  if (isOfContract(check.operation, asked)) {
    expectPage(check, 'X-Page is the page that was asked for.', page, wanted.page)
    expectPage(check, 'X-Per-Page is the size that was asked for.', size, wanted.size)
  }
  expectHeaders(check)
  const isShort = items.length <= size
  expectPage(check, 'A page holds as many items as were asked for at most.', isShort, true)
  if (total === undefined || pages === undefined || total === 0) return
  expectPage(check, 'X-Total-Pages is X-Total in pages.', pages, Math.ceil(total / size))
  if (page > pages) return
  const [next, previous] = [number('x-next-page'), number('x-prev-page')]
  expectPage(
    check,
    'X-Next-Page is the next page, if any.',
    next,
    page < pages ? page + 1 : undefined,
  )
  const before = page > 1 ? page - 1 : undefined
  expectPage(check, 'X-Prev-Page is the page before, if any.', previous, before)
}

/** Checks the headers that each page has beside those that count. */
function expectHeaders(check: ResponseCheck): void {
  const { headersOfLists } = judgedApis[check.operation.api]
  if (headersOfLists.length === 0) return
  const missing = headersOfLists.filter((name) => !check.answer.headers.get(name))
  decide(check, missing.length === 0, {
    aspect: 'pagination:request',
    rule: `Every page of a list is answered with the headers ${headersOfLists.join(' and ')}.`,
    expected: headersOfLists.join(' and '),
    received: `no ${missing.join(' and no ')}`,
    cause: 'pagination:request | a page lacks them',
  })
}

/** Whether a query names parameters of the contract alone: a server can have names of its own in `Link`, for its pages. */
function isOfContract({ parameters }: Operation, asked: URLSearchParams): boolean {
  const known = ['private_token', 'access_token', 'sudo', ...parameters.map(({ name }) => name)]
  return [...asked.keys()].every(
    (name) => known.includes(name) || known.includes(name.replace(/\[\]$/, '')),
  )
}

function expectPage(check: ResponseCheck, rule: string, received: unknown, wanted: unknown): void {
  decide(check, received === wanted, {
    aspect: 'pagination:headers',
    rule,
    expected: String(wanted ?? 'none'),
    received: String(received ?? 'none'),
    cause: `pagination | ${rule}`,
  })
}

interface Decided {
  readonly aspect: string
  readonly rule: string
  readonly expected: string
  readonly received: string
  readonly cause: string
}

function decide(
  { judge, operation, answer, source }: ResponseCheck,
  isPassed: boolean,
  { aspect, rule, ...found }: Decided,
): void {
  const base = { operation: operation.id, aspect, rule, source }
  if (isPassed) judge.pass(base)
  else judge.fail({ ...base, ...found, exchanges: [answer.exchange] })
}
