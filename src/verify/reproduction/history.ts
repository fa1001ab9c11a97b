import type { OperationId } from '../../contract/operation-contract.ts'

/** A value of a parameter, as a history has it: texts may hold placeholders. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined }
export type Values = Readonly<Record<string, Value | undefined>>

/**
 * One call of a history. It names what it needs by placeholders, so that the same history can be called on
 * any server: `<issue1>` is the id of what the step `makes: 'issue1'` was answered, `<issue1.iid>` a field of it,
 * `<group1.name>` a name of the run's own, `<word>` what all its names begin with.
 */
export interface Step {
  readonly operation: OperationId
  /** Who calls: a person of the history, `admin`, or `nobody`. */
  readonly as: string
  readonly parameters: Values
  /** The name by which later steps know what is answered. */
  readonly makes?: string
  /** Where in the answer that stands: a path such as `commit`, or `[name=test]` for an item of a list. */
  readonly from?: string
  /** How the caller says who it is: with a token in a header, where this is left out. */
  readonly credential?:
    | 'query'
    | 'sudo by name'
    | 'sudo by id'
    | 'sudo without the right'
    | 'sudo as nobody'
    | 'sudo in the query'
    | 'sudo as oneself'
    | 'wrong token'
  /** How the parameters of a body are written: as JSON, where this is left out. */
  readonly form?: true
  /** Whether they stand in the query, all or every other one. */
  readonly inQuery?: 'all' | 'every other'
  /** Why its outcome is left open by the contract, whatever it is. */
  readonly open?: string
}

/** Calls in their order, each with what it needs of those before. */
export type History = readonly Step[]

/** The name under which the session of a person is known: what carries the token. */
export const sessionOf = (person: string) => `${person}Session`

const placeholder = /<([a-zA-Z]+\d*)(?:\.([a-z_]+))?>/g
const onlyPlaceholder = /^<([a-zA-Z]+\d*)(?:\.([a-z_]+))?>$/

/** Fields that every name has without an answer. */
const ownFields: ReadonlySet<string> = new Set(['name', 'password', 'key'])

/** Whether a placeholder stands for what an answer gave, and not for a name of the run's own. */
const isAnswered = (symbol: string, field: string | undefined) =>
  symbol !== 'word' && symbol !== 'mail' && !ownFields.has(field ?? '')

/** The names of the answers that a step cannot do without. */
export function needsOf({ as, parameters, credential }: Step): ReadonlySet<string> {
  const needs = new Set<string>()
  for (const [, symbol = '', field] of JSON.stringify(parameters).matchAll(placeholder)) {
    if (isAnswered(symbol, field)) needs.add(symbol)
  }
  if (credential === 'sudo by id') needs.add(as)
  else if (!isWithoutSession(credential) && as !== 'admin' && as !== 'nobody') {
    needs.add(sessionOf(as))
  }
  return needs
}

/** Whether a caller is named by what the administrator sends, or by nothing that anybody has. */
const isWithoutSession = (credential: Step['credential']) =>
  credential === 'sudo by name' ||
  credential === 'sudo in the query' ||
  credential === 'wrong token'

/** Where the values of placeholders come from; undefined for what was never made. */
export type Lookup = (symbol: string, field: string | undefined) => unknown

/** The values with what their placeholders stand for; undefined where one of those was never made. */
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

/** A text with something else in the place of each placeholder. */
export function replacePlaceholders(
  text: string,
  replace: (symbol: string, field: string | undefined) => string,
): string {
  return text.replace(placeholder, (_, symbol: string, field: string | undefined) =>
    replace(symbol, field),
  )
}
