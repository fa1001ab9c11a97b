import { invalid } from '../contract/errors.ts'
import type { pageHeaderNames } from '../contract/header-names.ts'
import type { OperationContract, ParameterSchema } from '../contract/operation-contract.ts'
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
 * schemas/v3/openapi.yaml). Throws a 400 for what is not a whole number.
 */
export function readPage({ parameters }: OperationContract, query: RawParameters): PageRequest {
  const values: Record<string, number> = {}
  const defaulted: string[] = []
  const read = (name: string): number => {
    const schema = parameters.find((one) => one.name === name)?.schema ?? {}
    const given = readNumber(query, name)
    const value = given ?? Number(schema.default)
    values[name] = value
    if (given === undefined) defaulted.push(name)
    return clamped(schema, value)
  }
  return { page: read('page'), perPage: read('per_page'), parameters: { values, defaulted } }
}

/** What is below the minimum counts as the default, and what is above the maximum as that (`x-clamped`). */
function clamped({ minimum, maximum, default: standard }: ParameterSchema, value: number): number {
  if (minimum !== undefined && value < minimum) return Number(standard)
  return maximum !== undefined && value > maximum ? maximum : value
}

function readNumber(query: RawParameters, name: string): number | undefined {
  const raw = query[name]
  if (raw === undefined || raw === '') return undefined
  const value = typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : Number.NaN
  if (!Number.isSafeInteger(value)) throw invalid({ [name]: ['is invalid'] })
  return value
}

/** The items of a page; past the end there are none. */
export function itemsOf<Item>(listing: Listing<Item>, { page, perPage }: PageRequest): Item[] {
  return listing.page((page - 1) * perPage, page * perPage)
}

/**
 * The pagination headers (`components.headers` in schemas/v3/openapi.yaml); `url` is the request's
 * own, for the links.
 */
export function pageHeaders(
  total: number,
  { page, perPage }: PageRequest,
  url: URL,
): Record<(typeof pageHeaderNames)[number], string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  // Past the end the way back leads to the last page that has something.
  const previous = page > 1 ? Math.min(page - 1, last) : undefined
  const next = page < last ? page + 1 : undefined
  const addressOf = addressesOfPages(url, perPage)
  const link = (relation: string, target: number | undefined) =>
    target === undefined ? '' : `, <${addressOf(target)}>; rel="${relation}"`
  const links = link('prev', previous) + link('next', next) + link('first', 1) + link('last', last)
  return {
    Link: links.slice(', '.length),
    'X-Total': String(total),
    'X-Total-Pages': String(last),
    'X-Per-Page': String(perPage),
    'X-Page': String(page),
    'X-Next-Page': String(next ?? ''),
    'X-Prev-Page': String(previous ?? ''),
  }
}

/** The addresses of the pages: the query is written once, and never repeats the secrets of the request. */
function addressesOfPages(url: URL, perPage: number): (page: number) => string {
  const query = new URLSearchParams(url.search)
  query.delete('private_token')
  query.delete('access_token')
  query.set('page', '')
  query.set('per_page', String(perPage))
  const text = `?${query}`
  // Of a name that only ends in `page`, the character before that is no separator.
  const place = text.search(/[?&]page=/) + '&page='.length
  const before = `${url.origin}${url.pathname}${text.slice(0, place)}`
  const after = text.slice(place)
  return (page) => `${before}${page}${after}`
}
