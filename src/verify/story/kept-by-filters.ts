import type { ParameterContract } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import { isObject } from './bodies.ts'

/** How the items of a list show what a filter of it keeps. */
interface ShownBy {
  /** What an item shows of it; undefined where it shows nothing. */
  readonly shows: (item: Item) => readonly unknown[] | undefined
  /** What an item may show besides the value itself. */
  readonly alike?: Readonly<Record<string, readonly string[]>>
  /** Values that name no single thing. */
  readonly isSpecial?: (value: string) => boolean
}

type Item = Readonly<Record<string, unknown>>

const field =
  (name: string) =>
  (item: Item): readonly unknown[] | undefined =>
    isPlain(item[name]) ? [item[name]] : undefined

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const idOf = (value: unknown) => (isObject(value) ? value.id : undefined)

/** `none`, `Any`, `#upcoming` and the like. */
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
 * By the name of the parameter. Left out are filters that look at what no item shows, as searches do, which read addresses and
 * descriptions.
 */
const shownBy: Readonly<Record<string, ShownBy>> = {
  // GitLab 8.15 counted what was reopened as opened.
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
  // Of runners two more words were once states.
  status: { shows: field('status'), isSpecial: (value) => /^(active|paused)$/.test(value) },
  ref: { shows: field('ref'), isSpecial: (value) => value.startsWith('refs/') },
  name: { shows: field('name') },
}

/** Whether items show what a parameter keeps. `scope` means many things; as a list of words it means states. */
function isShown({ name, in: place, schema }: ParameterContract): boolean {
  if (place !== 'query' || !Object.hasOwn(shownBy, name)) return false
  return name !== 'scope' || schema.type === 'array'
}

/** What a filter of a list was asked to keep. */
export interface AskedFilter {
  readonly parameter: string
  readonly values: readonly string[]
  /** Whether an item has all of the values, and not one of them. */
  readonly isWhole: boolean
}

/** The filters of a query whose effect the items of the list show. */
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
    // What is false filters nothing, or leaves out what is said elsewhere.
    if (schema.type === 'boolean' && values[0] !== 'true') return []
    return [{ parameter: name, values, isWhole: operation.matchedWhole.has(name) }]
  })
}

/** What an item shows of a filter; undefined where it shows nothing of it. */
export function shownOf(parameter: string, item: unknown): readonly string[] | undefined {
  if (!isObject(item)) return undefined
  return shownBy[parameter]?.shows(item)?.map(String)
}

/** Whether a filter keeps an item; true where that does not show. */
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
 * What a list can be asked with so that its items show whether a filter does anything: every word of one that takes words, else a
 * value that one item has and another has not.
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
