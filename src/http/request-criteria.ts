import { isOperationId, operationIds } from '../contract/apis.ts'
import { type ApiName, apiNames, basePaths, readApiPath } from '../contract/base-paths.ts'
import type { OperationId } from '../contract/operation-contract.ts'
import { checkOptions, type OptionRules, wholeNumber } from '../shared/options.ts'
import { matchesPath } from './path-pattern.ts'
import { comparedPath } from './request-address.ts'

/** Criteria for requests; those that are left out match all. */
export interface RequestCriteria {
  /** The API of the request. */
  readonly api?: ApiName
  readonly operation?: OperationId
  /** The method, or several separated by commas: `PUT,DELETE`. `GET` includes `HEAD`. */
  readonly method?: string
  /**
   * The path below the base path of the API, without the query; `*` stands for any text within a segment, `**` for
   * any number of segments.
   */
  readonly path?: string
  /** The username of who asks. */
  readonly user?: string
}

/** Criteria for requests in the journal. */
export interface JournalCriteria extends RequestCriteria {
  readonly status?: number
  /**
   * Parameters and the values that they must have; the request may have others. Objects and arrays are compared
   * deeply.
   */
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** The parts of a request that criteria are compared with. */
export interface DescribedRequest {
  /** Undefined elsewhere. */
  readonly api: ApiName | undefined
  /** Undefined where no operation was reached. */
  readonly operation: string | undefined
  readonly method: string
  /** Below that of the API, still percent-encoded, without the query; undefined elsewhere. */
  readonly path: string | undefined
  /** The username of who asks. */
  readonly user: string | undefined
}

/** The same for a request in the journal. */
interface AnsweredRequest {
  readonly operationId: string | undefined
  readonly method: string
  /** As it was asked for, with the base path of the API and the query. */
  readonly path: string
  readonly user: string | undefined
  readonly status: number
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The rules for the values of criteria, in the journal and in faults. */
export const criteriaRules: OptionRules<RequestCriteria> = {
  api: {
    mustBe: `the name of an API: ${apiNames.join(' or ')}`,
    accepts: (value) => apiNames.some((name) => name === value),
  },
  operation: {
    mustBe: 'the id of an operation, such as `createIssue` (docs/operations.md lists them)',
    accepts: isOperationId,
    known: operationIds,
  },
  method: {
    mustBe:
      'a method: `GET`, `POST`, `PUT`, `DELETE`, `HEAD`, `PATCH` or `OPTIONS`, or several separated by commas',
    accepts: (value) => typeof value === 'string' && methodsOf(value).every(isMethod),
  },
  path: {
    mustBe: `a path below ${Object.values(basePaths).join(' or ')}, such as \`/projects/*/issues\` or \`/projects/**\``,
    accepts: (value) => typeof value === 'string' && value.startsWith('/'),
  },
  user: {
    mustBe: 'a username',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
}

const journalRules: OptionRules<JournalCriteria> = {
  ...criteriaRules,
  status: wholeNumber(100, 599),
  parameters: {
    mustBe: 'an object of parameters',
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
}

/** @throws TypeError where a criterion is unknown or wrong, naming it and what it must be. */
export function checkCriteria(caller: string, criteria: unknown): void {
  checkOptions(caller, criteria, journalRules)
}

/** Whether a request matches criteria. */
export function matchesRequest(criteria: RequestCriteria, request: DescribedRequest): boolean {
  const { api, operation, method, path, user } = criteria
  if (api !== undefined && api !== request.api) return false
  if (operation !== undefined && operation !== request.operation) return false
  if (method !== undefined && !matchesMethod(method, request.method)) return false
  if (user !== undefined && user !== request.user) return false
  if (path === undefined) return true
  return request.path !== undefined && matchesPath(path, request.path)
}

/** Splits the methods of a criterion. */
export function methodsOf(criterion: string): string[] {
  return criterion.toUpperCase().split(',')
}

function isMethod(text: string): boolean {
  return /^(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)$/.test(text)
}

function matchesMethod(criterion: string, method: string): boolean {
  const methods = methodsOf(criterion)
  return methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** The same for a request in the journal, with the criteria about its response. */
export function matchesEntry(criteria: JournalCriteria, entry: AnsweredRequest): boolean {
  if (criteria.status !== undefined && criteria.status !== entry.status) return false
  if (!matchesRequest(criteria, described(entry))) return false
  return criteria.parameters === undefined || isWithin(criteria.parameters, entry.parameters)
}

function described({ operationId, method, path, user }: AnsweredRequest): DescribedRequest {
  const [pathname = ''] = path.split('?', 1)
  const api = readApiPath(pathname)?.api
  return { api, operation: operationId, method, path: comparedPath(pathname), user }
}

/** Whether a value contains another: objects may have further fields, arrays must have equal length. */
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
