import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Value, Values } from '../../../reproduction/history.ts'
import { requiredOf, type Target } from '../calls.ts'
import { add } from '../reads.ts'
import { valuesOf } from '../values.ts'
import type { World } from '../world.ts'

export interface Written {
  readonly world: World
  readonly operation: OperationId<'v3'>
  readonly as: string
  readonly target: Target
  /** Returns the path parameters and the common values of each call, new ones each time. */
  readonly common: () => Values
  /** Adds the reads that show the result; a created record has a name. */
  readonly show: (made: string, sent: Values) => void
  /** The kind of the created record. */
  readonly makes?: string
  /** Values of parameters that are others than usual. */
  readonly fields?: Readonly<Record<string, readonly Value[]>>
  /** The parameters that are not set here. */
  readonly without?: readonly string[]
}

/**
 * Adds a write with each value of each optional parameter alone, then with all of them, in the body and in the query.
 * Reads show the changed values, and that others are unchanged.
 */
export function eachField(written: Written): void {
  const { world, target, fields = {}, without = [] } = written
  const operation = world.operation(written.operation)
  const optional = operation.parameters.filter(
    ({ in: place, required, name }) => place !== 'path' && !required && !without.includes(name),
  )
  const write = (values: Readonly<Record<string, Value>>, rest: Parameters<typeof add>[4] = {}) => {
    const made = written.makes === undefined ? '' : world.fresh(written.makes)
    const sent = { ...requiredOf(operation, target, world), ...written.common(), ...values }
    const makes = made === '' ? {} : { makes: made }
    add(world, written.as, written.operation, sent, { ...makes, ...rest })
    written.show(made, sent)
  }
  const valuesFor = () =>
    optional.map((one) => {
      const values = fields[one.name] ?? valuesOf(one, operation, target.project, world)
      return [one.name, values] as const
    })
  /** Sets all parameters at once, except mutually exclusive ones, each to one of its values; forms have no null. */
  const together = (place = 0) => {
    const given = valuesFor().flatMap(([name, values]) => {
      const possible = values.filter((value) => value !== null)
      const value = possible[place] ?? possible[0]
      return value === undefined || alone.has(name) ? [] : [[name, value] as const]
    })
    return Object.fromEntries(given)
  }
  write(together())
  for (const [name, values] of valuesFor()) {
    for (const value of values) write({ [name]: value })
    const [first] = values
    if (alone.has(name) && first !== undefined) write({ [name]: first }, { form: true })
  }
  const hasNested = operation.parameters.some(({ name }) => name === 'actions')
  if (hasNested) return
  for (const place of [0, 1]) {
    write(together(place), { form: true })
    write(together(place), { inQuery: 'all' })
  }
  write(together(), { inQuery: 'every other' })
}

/** Parameters that duplicate another one, or select another kind of call. */
const alone: ReadonlySet<string> = new Set(['state_event', 'public', 'context', 'updated_at'])
