import type { z } from 'zod'

/** Whether a value is one that a schema gives back as it is. */
export type IsPlain = (value: unknown) => boolean

export const never: IsPlain = () => false

/** The formats that are their pattern and nothing else. */
export const isReadable = (format: unknown) =>
  format === 'datetime' || format === 'date' || format === 'regex'

export function matches(pattern: unknown): IsPlain {
  if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return never
  return (value) => typeof value === 'string' && pattern.test(value)
}

type Check = z.core.$ZodCheck<never>

const definitionOf = (check: Check) => (check as z.core.$ZodChecks | z.core.$ZodCheck)._zod.def

/** A description of a field, for those who read the schema. */
export const saysNothing = (check: Check) => definitionOf(check).check === 'describe'

export function checkOf(check: Check): IsPlain {
  const def = definitionOf(check)
  switch (def.check) {
    case 'string_format':
      return 'pattern' in def && 'format' in def && isReadable(def.format)
        ? matches(def.pattern)
        : passes(check)
    case 'number_format':
      return 'format' in def && def.format === 'safeint' ? Number.isSafeInteger : never
    case 'custom':
      return 'fn' in def ? checkWith(def) : passes(check)
    default:
      return boundCheck(check, def)
  }
}

/** A function that a schema was given: `refine`, `custom` and `instanceof` have one. */
export function checkWith(def: object): IsPlain {
  const accepts: unknown = Reflect.get(def, 'fn')
  return typeof accepts === 'function' ? (value) => accepts(value) === true : never
}

/** Whether zod's own check finds nothing wrong with a value, and leaves it as it is. */
export function passes(check: object): IsPlain {
  const { check: run } = (check as z.core.$ZodCheck<unknown>)._zod
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    const waiting = run(payload)
    return waiting === undefined && payload.issues.length === 0 && payload.value === value
  }
}

function boundCheck(check: Check, def: z.core.$ZodCheckDef & object): IsPlain {
  const boundNamed = (name: string) => Number(Reflect.get(def, name))
  const isInclusive = Reflect.get(def, 'inclusive') === true
  const bound = boundNamed('value')
  switch (def.check) {
    case 'min_length': {
      const least = boundNamed('minimum')
      return (value) => lengthOf(value) >= least
    }
    case 'max_length': {
      const most = boundNamed('maximum')
      return (value) => lengthOf(value) <= most
    }
    case 'greater_than':
      return (value) => Number(value) > bound || (isInclusive && value === bound)
    case 'less_than':
      return (value) => Number(value) < bound || (isInclusive && value === bound)
    default:
      return passes(check)
  }
}

const lengthOf = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
