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

/** Which page was asked for. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
  /** `page` and `per_page` as they were given, or as the contract fills them in. */
  readonly parameters: ReadParameters
}

/**
 * Reads `page` and `per_page`, by their bounds and defaults in the contract (`components.parameters` in
 * schemas/v3/openapi.yaml). Throws a 400 for what is not a whole number, or out of bounds where that is not made to fit.
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

/** A number within the bounds of a parameter (`x-clamped`), or what is wrong with it. */
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

/** NaN for what is no whole number; undefined where nothing is given. */
function readNumber(query: RawParameters, name: string): number | undefined {
  const raw = query[name]
  if (raw === undefined || raw === '') return undefined
  const value = typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : Number.NaN
  return Number.isSafeInteger(value) ? value : Number.NaN
}

/** The items of a page; past the end there are none. */
export function itemsOf<Item>(listing: Listing<Item>, page: number, perPage: number): Item[] {
  return listing.page((page - 1) * perPage, page * perPage)
}

/** A list, as its headers describe it. */
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
  // Past the end the way back leads to the last page that has something.
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
 * How a request by keys goes on: with this parameter, which is this field of the last item of a page; a cursor holds the
 * id beside it.
 */
export interface KeysetRequest {
  readonly parameter: 'id_after' | 'id_before' | 'page_token' | 'cursor'
  readonly field: string
}

/**
 * Reads whether the items of a list are asked for by keys instead of pages (`pagination=keyset`). Throws a 405 for an
 * order that the list does not have them in.
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

/** How far the pages of a list go that may be asked for by keys (`offset_pagination_limit` of GitLab's plans). */
const MAX_OFFSET = 50_000

/** Throws a 405 for a page beyond those that a list has by their numbers (`x-offset-limited`). */
export function checkOffset(
  { offsetLimited, keysetOf }: OperationContract,
  { page, perPage }: PageRequest,
  isSignedIn: boolean,
): void {
  if (offsetLimited === undefined || (keysetOf === 'nobody' && isSignedIn)) return
  if (page * perPage > MAX_OFFSET) throw offsetTooGreat(MAX_OFFSET, offsetLimited)
}

/** The link to the items after those of a page, by the last of them; none where `hasMore` is false. */
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

/** The addresses of the pages: the query is written once, and never repeats the secrets of the request. */
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
