import type { ParameterContract } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import { isObject } from './bodies.ts'

/** The values of list items that show the effect of a filter. */
interface ShownBy {
  /** Returns the shown values of an item; undefined where it has none. */
  readonly shows: (item: Item) => readonly unknown[] | undefined
  /** Further values that an item may show for a filter value. */
  readonly alike?: Readonly<Record<string, readonly string[]>>
  /** Whether a filter value is a special word instead of a single value. */
  readonly isSpecial?: (value: string) => boolean
}

type Item = Readonly<Record<string, unknown>>

const field =
  (name: string) =>
  (item: Item): readonly unknown[] | undefined =>
    isPlain(item[name]) ? [item[name]] : undefined

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const idOf = (value: unknown) => (isObject(value) ? value.id : undefined)

/** Matches `none`, `Any`, `#upcoming` and the like. */
const isWordOfFilters = (value: string) =>
  /^(none|any|upcoming|started|no milestone)$/i.test(value) || value.startsWith('#')

function labelsOf({ labels }: Item): readonly unknown[] | undefined {
  if (!Array.isArray(labels)) return undefined
  return labels.map((label: unknown) => (isObject(label) ? label.name : label))
}

function visibilityOf({ visibility, visibility_level: level }: Item) {
  if (typeof visibility === 'string') return [visibility]
  const word =
    typeof level === 'number' ? { 0: 'private', 10: 'internal', 20: 'public' }[level] : undefined
  return word === undefined ? undefined : [word]
}

function isInState(...states: readonly string[]) {
  return ({ state }: Item) => (typeof state === 'string' ? [states.includes(state)] : undefined)
}

/**
 * By the name of the parameter. Filters by fields that items do not show are left out, such as searches in addresses
 * and descriptions.
 */
const shownBy: Readonly<Record<string, ShownBy>> = {
  // GitLab 8.15 counted reopened records as opened.
  state: { shows: field('state'), alike: { opened: ['reopened'], closed: ['merged'] } },
  labels: { shows: labelsOf, isSpecial: isWordOfFilters },
  milestone: {
    shows: ({ milestone }) =>
      milestone === null ? [] : isObject(milestone) ? [milestone.title] : undefined,
    isSpecial: isWordOfFilters,
  },
  iid: { shows: field('iid') },
  iids: { shows: field('iid') },
  visibility: { shows: visibilityOf },
  archived: { shows: field('archived') },
  confidential: { shows: field('confidential') },
  external: { shows: field('external') },
  active: { shows: isInState('active') },
  blocked: { shows: isInState('blocked', 'ldap_blocked', 'blocked_pending_approval') },
  username: { shows: field('username') },
  author_id: { shows: ({ author }) => (isObject(author) ? [idOf(author)] : undefined) },
  scope: { shows: field('status') },
  // For runners, two further words are former states.
  status: { shows: field('status'), isSpecial: (value) => /^(active|paused)$/.test(value) },
  ref: { shows: field('ref'), isSpecial: (value) => value.startsWith('refs/') },
  name: { shows: field('name') },
}

/** Whether items show the effect of a parameter. `scope` has many meanings; as a list of words it filters by state. */
function isShown({ name, in: place, schema }: ParameterContract): boolean {
  if (place !== 'query' || !Object.hasOwn(shownBy, name)) return false
  return name !== 'scope' || schema.type === 'array'
}

/** A filter of a list request. */
export interface AskedFilter {
  readonly parameter: string
  readonly values: readonly string[]
  /** Whether items must have all of the values, instead of any. */
  readonly isWhole: boolean
}

/** Returns the filters of a query whose effect the items show. */
export function filtersAsked(operation: Operation, query: URLSearchParams): readonly AskedFilter[] {
  return operation.parameters.flatMap((one) => {
    const { name, schema } = one
    const shown = isShown(one) ? shownBy[name] : undefined
    if (!shown) return []
    const given = [...query.getAll(name), ...query.getAll(`${name}[]`)]
    const values = name === 'labels' ? given.flatMap((value) => value.split(',')) : given
    const isOpen = (value: string) =>
      value === '' || value === 'all' || shown.isSpecial?.(value) === true
    if (values.length === 0 || values.some(isOpen)) return []
    // A filter that is false has no effect, or excludes values of another filter.
    if (schema.type === 'boolean' && values[0] !== 'true') return []
    return [{ parameter: name, values, isWhole: operation.matchedWhole.has(name) }]
  })
}

/** Returns the shown values of an item for a filter; undefined where it has none. */
export function shownOf(parameter: string, item: unknown): readonly string[] | undefined {
  if (!isObject(item)) return undefined
  return shownBy[parameter]?.shows(item)?.map(String)
}

/** Whether a filter keeps an item; true where that is not shown. */
export function isKept({ parameter, values, isWhole }: AskedFilter, item: unknown): boolean {
  const shown = shownOf(parameter, item)?.map(inSmallLetters)
  if (!shown) return true
  const { alike = {} } = shownBy[parameter] ?? {}
  const has = (value: string) =>
    [value, ...(alike[value] ?? [])].some((one) => shown.includes(inSmallLetters(one)))
  return isWhole ? values.every(has) : values.some(has)
}

const inSmallLetters = (value: string) => value.toLowerCase()

type Asked = Readonly<Record<string, unknown>>

/**
 * Returns filters whose effect the items of a list show: each word of an enumeration, else a value that some items have
 * and others do not.
 */
export function askableFilters(
  { parameters }: Operation,
  items: readonly unknown[],
): readonly Asked[] {
  return parameters.flatMap((one): readonly Asked[] => {
    const { name, schema } = one
    if (one.required || !isShown(one)) return []
    if (schema.enum) return schema.enum.map((value) => ({ [name]: value }))
    const shown = items.map((item) => shownOf(name, item) ?? [])
    if (schema.type === 'boolean') return shown.flat().length > 0 ? [{ [name]: true }] : []
    const telling = shown.flat().find((value) => shown.some((others) => !others.includes(value)))
    if (telling === undefined) return []
    return [{ [name]: schema.type === 'array' ? [telling] : telling }]
  })
}
