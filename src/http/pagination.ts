import { writeCursor } from '../contract/cursor.ts'
import {
  noKeysetPagination,
  offsetTooGreat,
  type ParameterProblem,
  wrongParameters,
} from '../contract/errors.ts'
import type { OperationContract, ParameterContract } from '../contract/operation-contract.ts'
import type { Listing } from '../gitlab/operations/answers.ts'
import type { RawParameters } from './body.ts'
import type { ReadParameters } from './parameters.ts'

/** The requested page. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
  /** `page` and `per_page` as they were sent, or their defaults. */
  readonly parameters: ReadParameters
}

/**
 * Reads `page` and `per_page`, by their bounds and defaults in the contract (`components.parameters` in
 * schemas/v3/openapi.yaml). Throws a 400 for a value that is no integer, or out of bounds where it is not clamped.
 */
export function readPage({ parameters }: OperationContract, query: RawParameters): PageRequest {
  const values: Record<string, number> = {}
  const defaulted: string[] = []
  const problems: ParameterProblem[] = []
  const read = (name: string): number => {
    const parameter = parameters.find((one) => one.name === name)
    const given = readNumber(query, name)
    const standard = Number(parameter?.schema.default)
    if (given === undefined) defaulted.push(name)
    const value = given === undefined ? standard : withinBounds(parameter, given)
    if (typeof value === 'string') problems.push({ name, problem: value })
    values[name] = given ?? standard
    return typeof value === 'string' ? standard : value
  }
  const [page, perPage] = [read('page'), read('per_page')]
  if (problems.length > 0) throw wrongParameters(problems)
  return { page, perPage, parameters: { values, defaulted } }
}

/** Returns a number within the bounds of a parameter (`x-clamped`), or the problem with it. */
function withinBounds(parameter: ParameterContract | undefined, value: number): number | string {
  const { schema = {}, clamped } = parameter ?? {}
  const { minimum, maximum, default: standard, not } = schema
  if (Number.isNaN(value)) return 'is invalid'
  if (value === not?.const) return 'has a value not allowed'
  if (minimum !== undefined && value < minimum) {
    return clamped === 'both' ? Number(standard) : 'does not have a valid value'
  }
  if (maximum === undefined || value <= maximum) return value
  return clamped ? maximum : 'does not have a valid value'
}

/** Reads an integer; NaN where the value is none, undefined where it is absent. */
function readNumber(query: RawParameters, name: string): number | undefined {
  const raw = query[name]
  if (raw === undefined || raw === '') return undefined
  const value = typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : Number.NaN
  return Number.isSafeInteger(value) ? value : Number.NaN
}

/** Returns the items of a page; empty past the end. */
export function itemsOf<Item>(listing: Listing<Item>, page: number, perPage: number): Item[] {
  return listing.page((page - 1) * perPage, page * perPage)
}

/** The facts about a page that its headers state. */
interface CountedPage {
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** Whether the totals are shown. */
  readonly isCounted: boolean
}

/**
 * The pagination headers (`components.headers` in schemas/v3/openapi.yaml); `url` is the request's
 * own, for the links.
 */
export function pageHeaders(
  { page, perPage, total, isCounted }: CountedPage,
  url: URL,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  // Past the end, the previous page is the last one with items.
  const previous = page > 1 ? Math.min(page - 1, last) : undefined
  const next = page < last ? page + 1 : undefined
  const addressOf = addressesOfPages(url, perPage)
  const link = (relation: string, target: number | undefined) =>
    target === undefined ? '' : `, <${addressOf(target)}>; rel="${relation}"`
  const ends = link('first', 1) + (isCounted ? link('last', last) : '')
  const links = link('prev', previous) + link('next', next) + ends
  return {
    Link: links.slice(', '.length),
    ...(isCounted ? { 'X-Total': String(total), 'X-Total-Pages': String(last) } : {}),
    'X-Per-Page': String(perPage),
    'X-Page': String(page),
    'X-Next-Page': String(next ?? ''),
    'X-Prev-Page': String(previous ?? ''),
  }
}

/**
 * How the next keyset page is requested: by this parameter, whose value is this field of the last item of a page. A
 * cursor holds the id as well.
 */
export interface KeysetRequest {
  readonly parameter: 'id_after' | 'id_before' | 'page_token' | 'cursor'
  readonly field: string
}

/**
 * Reads a request for keyset pagination (`pagination=keyset`); undefined for offset pagination. Throws a 405 for an
 * order in which the list does not support it.
 */
export function readKeyset(
  { keysetOrders = [], keysetElse, keysetOf, pageToken, parameters }: OperationContract,
  query: RawParameters,
  values: Readonly<Record<string, unknown>>,
  isSignedIn: boolean,
): KeysetRequest | undefined {
  if (query.pagination !== 'keyset') return undefined
  if (pageToken !== undefined) return { parameter: 'page_token', field: pageToken }
  const { order_by: orderBy = 'id', sort = 'desc' } = values
  if (typeof orderBy !== 'string' || !keysetOrders.includes(orderBy)) {
    if (keysetElse === 'pages') return undefined
    throw noKeysetPagination()
  }
  if (keysetOf === 'nobody' && (isSignedIn || sort !== 'asc')) throw noKeysetPagination()
  if (parameters.some(({ name }) => name === 'cursor')) {
    return { parameter: 'cursor', field: orderBy }
  }
  return { parameter: sort === 'asc' ? 'id_after' : 'id_before', field: orderBy }
}

/** The limit of offset pagination of some lists (`offset_pagination_limit` of GitLab's plans). */
const MAX_OFFSET = 50_000

/** Throws a 405 for a page beyond the limit of offset pagination (`x-offset-limited`). */
export function checkOffset(
  { offsetLimited, keysetOf }: OperationContract,
  { page, perPage }: PageRequest,
  isSignedIn: boolean,
): void {
  if (offsetLimited === undefined || (keysetOf === 'nobody' && isSignedIn)) return
  if (page * perPage > MAX_OFFSET) throw offsetTooGreat(MAX_OFFSET, offsetLimited)
}

/** Writes the link to the next keyset page, made from the last item; none where `hasMore` is false. */
export function keysetHeaders(
  last: unknown,
  hasMore: boolean,
  { parameter, field }: KeysetRequest,
  url: URL,
): Record<string, string> {
  if (!hasMore) return {}
  const next = new URL(url)
  for (const name of [
    'private_token',
    'access_token',
    'job_token',
    'page',
    'id_after',
    'id_before',
    'page_token',
    'cursor',
  ]) {
    next.searchParams.delete(name)
  }
  const fieldOf = (name: string): unknown => Reflect.get(Object(last), name)
  const value = fieldOf(field)
  const isCursor = parameter === 'cursor'
  const place = isCursor ? writeCursor({ id: Number(fieldOf('id')), value }) : String(value)
  next.searchParams.set(parameter, place)
  return { Link: `<${next.href}>; rel="next"` }
}

/** Makes the URLs of other pages. The query is written once, without the secrets of the request. */
function addressesOfPages(url: URL, perPage: number): (page: number) => string {
  const query = new URLSearchParams(url.search)
  query.delete('private_token')
  query.delete('access_token')
  query.delete('job_token')
  query.set('page', '')
  query.set('per_page', String(perPage))
  const text = `?${query}`
  // Of a name that only ends in `page`, the character before that is no separator.
  const place = text.search(/[?&]page=/) + '&page='.length
  const before = `${url.origin}${url.pathname}${text.slice(0, place)}`
  const after = text.slice(place)
  return (page) => `${before}${page}${after}`
}
