import type { OperationId } from '../../contract/operation-contract.ts'
import { type WrongToken, wrongCredential } from './wrong-tokens.ts'

/** A parameter value in a history; texts can contain placeholders. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined }
export type Values = Readonly<Record<string, Value | undefined>>

/**
 * A call of a history. It refers to what it needs by placeholders, so that the history can be run on any server:
 * `<issue1>` is the id in the response to the step with `makes: 'issue1'`, `<issue1.iid>` one of its fields,
 * `<group1.name>` a name of the run, `<word>` the common prefix of its names, `<mail>` a domain of e-mail addresses,
 * `<receiver>` the address at which deliveries of hooks are received, and `<lt>` the sign itself where text follows that
 * would be taken for a placeholder.
 */
export interface Step {
  readonly operation: OperationId
  /** The caller: a user of the history, `admin`, or `nobody`. */
  readonly as: string
  readonly parameters: Values
  /** The name by which later steps refer to the response. */
  readonly makes?: string
  /** The place of the record in the response: a path such as `commit`, or `[name=test]` for a list item. */
  readonly from?: string
  /** The kind of credential; by default a token in a header. */
  readonly credential?:
    | 'query'
    | 'sudo by name'
    | 'sudo by id'
    | 'sudo without the right'
    | 'sudo as nobody'
    | 'sudo in the query'
    | 'sudo as oneself'
    | WrongToken
    | 'empty token'
  /** The user to impersonate, by id or username, where `credential` does not name one. */
  readonly sudo?: string
  /** The place of that user, by default a header. */
  readonly sudoIn?: 'query'
  /** Whether the body is a form instead of JSON. */
  readonly form?: true
  /** Whether all or every second parameter is in the query. */
  readonly inQuery?: 'all' | 'every other'
  /** Why the contract leaves the outcome open. */
  readonly open?: string
}

/** Calls in order, each with what it needs from previous ones. */
export type History = readonly Step[]

/** Returns the name of a user's session, whose response contains the token. */
export const sessionOf = (person: string) => `${person}Session`

const placeholder = /<([a-zA-Z]+\d*)(?:\.([a-z_]+))?>/g
const onlyPlaceholder = /^<([a-zA-Z]+\d*)(?:\.([a-z_]+))?>$/

/** The symbols of texts, which need no response. */
const ownSymbols: ReadonlySet<string> = new Set(['word', 'mail', 'receiver', 'lt'])

/** The fields of names, which need no response. */
const ownFields: ReadonlySet<string> = new Set(['name', 'password', 'key'])

/** Whether a placeholder refers to a response, instead of a name of the run. */
const isAnswered = (symbol: string, field: string | undefined) =>
  !ownSymbols.has(symbol) && !ownFields.has(field ?? '')

/**
 * Returns the name of the record that a value refers to by its id, by one of its names, or by a path that ends with one;
 * undefined for another value.
 *
 * @example
 * symbolOf('<group1.name>/<project1.name>') // project1
 */
export const symbolOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? [...value.matchAll(placeholder)].at(-1)?.[1] : undefined

/** Returns the names of the responses that a step requires. */
export function needsOf({ as, parameters, credential, sudo }: Step): ReadonlySet<string> {
  const needs = new Set<string>()
  for (const [, symbol = '', field] of JSON.stringify([parameters, sudo]).matchAll(placeholder)) {
    if (isAnswered(symbol, field)) needs.add(symbol)
  }
  if (credential === 'sudo by id') needs.add(as)
  else if (!isWithoutSession(credential) && as !== 'admin' && as !== 'nobody') {
    needs.add(sessionOf(as))
  }
  return needs
}

/** Whether the caller needs no session: sudo of the administrator, or a wrong credential. */
const isWithoutSession = (credential: Step['credential']) =>
  credential === 'sudo by name' ||
  credential === 'sudo in the query' ||
  credential === 'empty token' ||
  wrongCredential(credential) !== undefined

/** Returns the value of a placeholder; undefined where it was never created. */
export type Lookup = (symbol: string, field: string | undefined) => unknown

/** Replaces the placeholders of a value; undefined where one of them was never created. */
export function fill(value: Value, lookup: Lookup): Value | undefined {
  if (typeof value === 'string') return fillText(value, lookup)
  if (Array.isArray(value)) {
    const items = value.map((item) => fill(item, lookup))
    return items.includes(undefined) ? undefined : (items as Value[])
  }
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(
    (entry): entry is [string, Value] => entry[1] !== undefined,
  )
  const filled = given.map(([name, one]) => [name, fill(one, lookup)] as const)
  if (filled.some(([, one]) => one === undefined)) return undefined
  return Object.fromEntries(filled) as Values
}

function fillText(text: string, lookup: Lookup): Value | undefined {
  const whole = onlyPlaceholder.exec(text)
  if (whole) return lookup(whole[1] ?? '', whole[2]) as Value | undefined
  let isWhole = true
  const filled = text.replace(placeholder, (_, symbol: string, field: string | undefined) => {
    const value = lookup(symbol, field)
    if (value === undefined) isWhole = false
    return String(value)
  })
  return isWhole ? filled : undefined
}

/** Replaces each placeholder of a text. */
export function replacePlaceholders(
  text: string,
  replace: (symbol: string, field: string | undefined) => string,
): string {
  return text.replace(placeholder, (_, symbol: string, field: string | undefined) =>
    replace(symbol, field),
  )
}
