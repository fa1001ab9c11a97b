import type { Direction, Operation } from '../contract/operation.ts'
import { at } from './bodies.ts'
import type { ResponseCheck } from './check-response.ts'
import { type AskedFilter, filtersAsked, isKept, shownOf } from './kept-by-filters.ts'

/** The rule for the total of a commit's line counts. */
const STATS_ADD_UP = 'stats.total is additions and deletions together.'

/**
 * Checks a response for consistency beyond its schema: a list against the order and the filters of its query, a commit
 * against its total. For records that the run did not write, no other check is possible.
 */
export function checkInvariants(check: ResponseCheck): void {
  const { answer, operation } = check
  checkPaths(check)
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
  decide(check, isInSomeOrder(values, direction), {
    aspect,
    rule,
    expected: `${field} in ${words} order`,
    received: JSON.stringify(values.slice(0, 10)),
    cause: `${aspect} | not in the order that is ${aspect === 'order' ? 'stated' : 'asked for'}`,
  })
}

/** A server may update the shown activity of a project later than its sort key. */
const written = new Set(['last_activity_at'])

function orderOf(operation: Operation, asked: URLSearchParams): Order | undefined {
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

/** The collations of names: by code points, or by language with and without numeric order and punctuation. */
const alphabets = [
  { numeric: false, ignorePunctuation: false },
  { numeric: true, ignorePunctuation: false },
  { numeric: false, ignorePunctuation: true },
].map((options) => new Intl.Collator('en', options).compare)

const byCodePoint = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Whether values are in some order that a server can have; the opposite direction is never accepted. */
function isInSomeOrder(values: readonly (string | number)[], direction: Direction): boolean {
  const isInOrder = <T>(keys: readonly T[], compare: (one: T, other: T) => number) =>
    keys.slice(1).every((key, index) => {
      const difference = compare(keys[index] ?? key, key)
      return direction === 'asc' ? difference <= 0 : difference >= 0
    })
  const times = values.map(timeOf)
  if (times.every((time) => time !== undefined))
    return isInOrder(times, (one, other) => one - other)
  const texts = values.map(String)
  return (
    isInOrder(texts, byCodePoint) ||
    isInOrder(
      texts.map((text) => text.toLowerCase()),
      byCodePoint,
    ) ||
    alphabets.some((compare) => isInOrder(texts, compare))
  )
}

/** Returns a number, or a time in milliseconds; undefined for any other text. */
function timeOf(value: string | number): number | undefined {
  if (typeof value === 'number') return value
  return /^\d{4}-\d{2}-\d{2}T/i.test(value) ? Date.parse(value) : undefined
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
export function checkPaths(check: ResponseCheck): void {
  if (check.answer.status >= 300) return
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
