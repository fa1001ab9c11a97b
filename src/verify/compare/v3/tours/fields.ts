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
  /** What the path names, and what each call is given: made anew for each. */
  readonly common: () => Values
  /** Adds what shows it; what a creation made has a name. */
  readonly show: (made: string, sent: Values) => void
  /** The kind of what is made. */
  readonly makes?: string
  /** Parameters that are not given here. */
  readonly without?: readonly string[]
}

/**
 * A write with each value of each of its optional parameters alone, and then with all of them, in a body and in the
 * query: what it changes is shown, and what was not sent is as it was.
 */
export function eachField(written: Written): void {
  const { world, target, without = [] } = written
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
    optional.map((one) => [one.name, valuesOf(one, operation, target.project, world)] as const)
  /** All of them at once, which no two of may exclude each other. */
  const together = () => {
    const given = valuesFor().flatMap(([name, values]) => {
      const [first] = values
      return first === undefined || alone.has(name) ? [] : [[name, first] as const]
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
  write(together(), { form: true })
  write(together(), { inQuery: 'all' })
  write(together(), { inQuery: 'every other' })
}

/** What says the same as another parameter, or stands for another call. */
const alone: ReadonlySet<string> = new Set(['state_event', 'public', 'context', 'updated_at'])
