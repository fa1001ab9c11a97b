import type { OperationId, ParameterContract } from '../../../../contract/operation-contract.ts'
import type { Step, Value, Values } from '../../../reproduction/history.ts'
import { coverPairs, type Row } from '../../pairs.ts'
import { requiredOf, type Target } from '../calls.ts'
import { takesPath } from '../paths.ts'
import { add } from '../reads.ts'
import { valuesOf } from '../values.ts'
import type { World } from '../world.ts'

/** Who calls, and with which credential. */
export type Caller = Pick<Step, 'as' | 'credential'>

export interface WrittenPairs {
  readonly world: World
  readonly operation: OperationId<'v3'>
  /** Users who may call it. */
  readonly callers: readonly Caller[]
  readonly target: Target
  /** Returns the path parameters and the common values of each call, new ones each time. */
  readonly common: () => Values
  /** The path that stands for the id where the operation takes one. */
  readonly path?: () => string
  /** Values of further parameters, or others than usual. */
  readonly fields?: Readonly<Record<string, readonly Value[]>>
  /** Whether it may be called without any of its optional parameters. */
  readonly mayBeEmpty?: true
  /** The parameters that are not set here. */
  readonly without?: readonly string[]
  /** Whether two values have no stated outcome together; a row has the caller as well. */
  readonly areExclusive?: (row: Values, caller: Caller | undefined) => boolean
  /** Changes what is sent, where a value follows from another one. */
  readonly adjust?: (sent: Values) => Values
  /** Adds the reads that show the result; a created record has a name. */
  readonly show: (made: string, sent: Values, caller: Caller) => void
  /** The kind of the created record. */
  readonly makes?: string
}

/** The owner, somebody with the least role that suffices, and the administrator, each in several ways. */
export const callersWith = (role: string): readonly Caller[] => [
  { as: 'owner' },
  { as: role },
  { as: 'admin' },
  { as: role, credential: 'sudo by name' },
  { as: 'owner', credential: 'sudo by id' },
  { as: role, credential: 'query' },
]

export const ofAdministrator: readonly Caller[] = [
  { as: 'admin' },
  { as: 'admin', credential: 'query' },
]

type Placed = Pick<Step, 'form' | 'inQuery'>
const places: readonly Placed[] = [
  {},
  { form: true },
  { inQuery: 'all' },
  { inQuery: 'every other' },
]

/** The index of a value of each field, where it is sent; the ways of the call by their indices. */
type Indices = Row<number | undefined>

/**
 * Adds a write until each value of each optional parameter was sent with each of each other one, with each caller, in
 * each place, and for an id by number and path. What one call leaves out, another one has set before.
 */
export function pairsOfFields(written: WrittenPairs): void {
  const { world, target, callers, without = [], fields = {} } = written
  const operation = world.operation(written.operation)
  const hasNested = operation.parameters.some(({ schema }) => schema.items?.type === 'object')
  const ways = hasNested ? places.slice(0, 1) : places
  const optional = operation.parameters.filter(
    ({ in: place, required, name }) =>
      place !== 'path' && !required && !without.includes(name) && fields[name] === undefined,
  )
  const required = new Set(
    operation.parameters.filter((one) => one.required && one.in !== 'path').map(({ name }) => name),
  )
  const valuesFor = (): Readonly<Record<string, readonly Value[]>> => ({
    ...Object.fromEntries(
      optional.map((one) => [
        one.name,
        withExtremes(one, valuesOf(one, operation, target.project, world)),
      ]),
    ),
    ...fields,
  })
  const counted = Object.entries(valuesFor()).filter(([, values]) => values.length > 0)
  const factors: Readonly<Record<string, readonly (number | undefined)[]>> = {
    ...Object.fromEntries(
      counted.map(([name, values]) => [
        name,
        [...(required.has(name) ? [] : [undefined]), ...values.keys()],
      ]),
    ),
    [ofCaller]: [...callers.keys()],
    [ofPlace]: [...ways.keys()],
    [ofAddress]: written.path && takesPath(operation) ? [0, 1] : [0],
  }
  const drawn = valuesFor()
  const areExclusive = (row: Indices) => {
    const sent = sentIn(row, drawn)
    const way = ways[row[ofPlace] ?? 0]
    if (Object.values(sent).some((value) => !isFit(value, way))) return true
    const caller = row[ofCaller] === undefined ? undefined : callers[row[ofCaller]]
    return written.areExclusive?.(sent, caller) ?? false
  }
  const mayBeEmpty = written.mayBeEmpty ?? (operation.method === 'POST' || required.size > 0)
  /** A change of nothing has no stated outcome, so two calls with one field each stand for it. */
  const filled = (row: Indices): readonly Indices[] => {
    if (mayBeEmpty || counted.some(([name]) => row[name] !== undefined)) return [row]
    return counted.slice(0, 2).map(([name]) => ({ ...row, [name]: 0 }))
  }
  const rows = coverPairs<number | undefined>(factors, world.draw, areExclusive)
  for (const row of rows.flatMap(filled)) {
    const own = sentIn(row, valuesFor())
    const common = { ...requiredOf(operation, target, world), ...written.common() }
    const path = row[ofAddress] === 1 && written.path ? { id: written.path() } : {}
    const all = { ...common, ...path, ...own }
    const sent = written.adjust?.(all) ?? all
    const caller = callers[row[ofCaller] ?? 0] ?? { as: 'owner' }
    const { as, ...credential } = caller
    const made = written.makes === undefined ? '' : world.fresh(written.makes)
    const makes = made === '' ? {} : { makes: made }
    add(world, as, written.operation, sent, { ...makes, ...credential, ...ways[row[ofPlace] ?? 0] })
    written.show(made, sent, caller)
  }
}

/** Whether a value can be sent in a place: forms have no null, and addresses may be limited to some thousand bytes. */
const isFit = (value: Value | undefined, { form, inQuery }: Placed = {}) =>
  (value !== null || (!form && !inQuery)) && (!inQuery || String(value).length < LONG)

const LONG = 200

/** The names of the factors beside the fields. */
const ofCaller = 'the caller'
const ofPlace = 'the place'
const ofAddress = 'the address'

function sentIn(row: Indices, values: Readonly<Record<string, readonly Value[]>>): Values {
  const given = Object.entries(row).flatMap(([name, index]) => {
    const value = index === undefined ? undefined : values[name]?.[index]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** How a date is taken away is not stated. */
const dates: ReadonlySet<string> = new Set(['due_date', 'expires_at'])

/** Adds null and the longest text to the values of a parameter, where the contract allows them. */
function withExtremes(
  { name, schema: { type, maxLength } }: ParameterContract,
  values: readonly Value[],
): readonly Value[] {
  const isText = values.some((one) => typeof one === 'string' && !/[<:@]/.test(one))
  if (values.length === 0) return values
  const nothing = [type].flat().includes('null') && !dates.has(name) ? [null] : []
  const longest = isText && maxLength === 255 ? ['ü'.repeat(maxLength)] : []
  return [...values, ...nothing, ...longest]
}
