import type { OperationId } from '../contract/generated/contract.ts'
import { operations } from '../contract/generated/operations.ts'
import { checkOptions, type OptionRule, type OptionRules, wholeNumber } from '../options.ts'

/** Which requests are meant; what is left out matches any. */
export interface RequestCriteria {
  readonly operation?: OperationId
  readonly method?: string
  /** The path below `/api/v3`, without the query; `*` stands for one part of it, `**` for any number. */
  readonly path?: string
  /** The username of who asks. */
  readonly user?: string
}

/** Requests as a suite looks for them in the journal. */
export interface JournalCriteria extends RequestCriteria {
  readonly status?: number
  /** Parameters with the values they must have; others may be there. Objects and arrays are compared deeply. */
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** What criteria look at in a request. */
interface DescribedRequest {
  readonly operationId: string | undefined
  readonly method: string
  /** As it was asked for, with `/api/v3` and the query. */
  readonly path: string
  readonly user: string | undefined
}

/** The same of one that is answered. */
interface AnsweredRequest extends DescribedRequest {
  readonly status: number
  readonly parameters: Readonly<Record<string, unknown>>
}

const aText: OptionRule = { mustBe: 'a text', accepts: (value) => typeof value === 'string' }

const rules: OptionRules<JournalCriteria> = {
  operation: {
    mustBe: 'the id of an operation, such as `createIssue`',
    accepts: (value) => operations.some(({ id }) => id === value),
  },
  method: aText,
  path: {
    mustBe: 'a path below /api/v3, such as `/projects/*/issues`',
    accepts: (value) => typeof value === 'string' && value.startsWith('/'),
  },
  user: { mustBe: 'a username', accepts: (value) => typeof value === 'string' },
  status: wholeNumber(100, 599),
  parameters: {
    mustBe: 'an object of parameters',
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
}

/** @throws TypeError where a criterion is unknown or wrong, naming it and what it must be. */
export function checkCriteria(caller: string, criteria: JournalCriteria): void {
  checkOptions(caller, criteria, rules)
}

/** Whether a request is one of those that are meant. */
export function matchesRequest(criteria: RequestCriteria, request: DescribedRequest): boolean {
  const { operation, method, path, user } = criteria
  if (operation !== undefined && operation !== request.operationId) return false
  if (method !== undefined && method.toUpperCase() !== request.method) return false
  if (user !== undefined && user !== request.user) return false
  return path === undefined || matchesPath(path, request.path)
}

/** The same, with what is known once it is answered. */
export function matchesEntry(criteria: JournalCriteria, entry: AnsweredRequest): boolean {
  if (criteria.status !== undefined && criteria.status !== entry.status) return false
  if (!matchesRequest(criteria, entry)) return false
  return criteria.parameters === undefined || isWithin(criteria.parameters, entry.parameters)
}

/** A part of a path is compared as it is meant: `jane%2Fsite` is `jane%2fsite`. */
function matchesPath(pattern: string, path: string): boolean {
  const [address = ''] = path.split('?')
  const start = address.indexOf('/api/v3')
  if (start < 0) return false
  return matchesParts(partsOf(pattern), partsOf(address.slice(start + '/api/v3'.length)))
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

/** In time linear in the product of both: each `**` falls back to the last one alone. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  let [at, position, lastSpan, spanEnd] = [0, 0, -1, 0]
  while (position < parts.length) {
    const wanted = pattern[at]
    if (wanted === '**') {
      lastSpan = at++
      spanEnd = position
    } else if (wanted !== undefined && matchesPart(wanted, parts[position] ?? '')) {
      at++
      position++
    } else if (lastSpan >= 0) {
      at = lastSpan + 1
      position = ++spanEnd
    } else return false
  }
  return pattern.slice(at).every((part) => part === '**')
}

function matchesPart(wanted: string, part: string): boolean {
  return wanted === '*' || decode(wanted) === decode(part)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a value is there within another: fields may be missing of objects, elements of no array. */
function isWithin(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  if (Array.isArray(expected) && Object.keys(expected).length !== Object.keys(actual).length) {
    return false
  }
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(actual, name) && isWithin(value, Reflect.get(actual, name)),
  )
}
