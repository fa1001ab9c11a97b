import type { z } from 'zod'

/** Whether a value is one that a schema gives back as it is. */
type IsPlain = (value: unknown) => boolean

/**
 * Makes a check whether a schema of zod would give a value back as it is: of the right types, with all
 * fields and no others. It is quick from the first call on, where zod has to be warm. What it does not
 * accept may fit all the same, and is for zod to read, or to refuse with the reason.
 */
export function plainCheck(schema: z.core.$ZodType): IsPlain {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isOfType = typeCheck(def)
  const checks = (def.checks ?? []).map(checkOf)
  return checks.length === 0
    ? isOfType
    : (value) => isOfType(value) && checks.every((check) => check(value))
}

type Definition = z.core.$ZodTypes['_zod']['def']

function typeCheck(def: Definition): IsPlain {
  switch (def.type) {
    case 'string':
      return stringCheck(def)
    case 'number':
      return numberCheck(def)
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'literal':
      return isOneOf(def.values)
    case 'enum':
      return isOneOf(Object.values(def.entries))
    case 'custom':
      return checkWith(def)
    case 'nullable': {
      const inner = plainCheck(def.innerType)
      return (value) => value === null || inner(value)
    }
    case 'default':
    case 'prefault':
    case 'optional':
      return plainCheck(def.innerType)
    case 'union': {
      const options = def.options.map(plainCheck)
      return (value) => options.some((option) => option(value))
    }
    case 'array': {
      const element = plainCheck(def.element)
      return (value) => Array.isArray(value) && value.every(element)
    }
    case 'tuple':
      return tupleCheck(def.items.map(plainCheck), def.rest === null)
    case 'record':
      return recordCheck(plainCheck(def.keyType), plainCheck(def.valueType))
    case 'object':
      return objectCheck(Object.entries(def.shape))
    default:
      return never
  }
}

const never: IsPlain = () => false

function isOneOf(values: readonly unknown[]): IsPlain {
  return (value) => value !== undefined && values.includes(value)
}

function stringCheck(def: z.core.$ZodStringDef): IsPlain {
  if (def.coerce) return never
  if (!('format' in def)) return (value) => typeof value === 'string'
  return 'pattern' in def && isReadable(def.format) ? matches(def.pattern) : never
}

/** The formats that are their pattern and nothing else. */
const isReadable = (format: unknown) => format === 'datetime' || format === 'regex'

function matches(pattern: unknown): IsPlain {
  if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return never
  return (value) => typeof value === 'string' && pattern.test(value)
}

function numberCheck(def: z.core.$ZodNumberDef): IsPlain {
  if (def.coerce) return never
  if (!('format' in def)) return (value) => typeof value === 'number' && Number.isFinite(value)
  return def.format === 'safeint' ? Number.isSafeInteger : never
}

function tupleCheck(items: readonly IsPlain[], isClosed: boolean): IsPlain {
  if (!isClosed) return never
  return (value) =>
    Array.isArray(value) &&
    value.length === items.length &&
    items.every((item, place) => item(value[place]))
}

function recordCheck(key: IsPlain, each: IsPlain): IsPlain {
  return (value) =>
    isObject(value) && Object.entries(value).every(([name, one]) => key(name) && each(one))
}

function objectCheck(shape: readonly (readonly [string, z.core.$ZodType])[]): IsPlain {
  const fields = shape.map(([name, field]) => [name, plainCheck(field)] as const)
  return (value) =>
    isObject(value) &&
    Object.keys(value).length === fields.length &&
    fields.every(([name, field]) => Object.hasOwn(value, name) && field(Reflect.get(value, name)))
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

function checkOf(check: z.core.$ZodCheck<never>): IsPlain {
  const def = (check as z.core.$ZodChecks | z.core.$ZodCheck)._zod.def
  switch (def.check) {
    case 'string_format':
      return 'pattern' in def && 'format' in def && isReadable(def.format)
        ? matches(def.pattern)
        : never
    case 'number_format':
      return 'format' in def && def.format === 'safeint' ? Number.isSafeInteger : never
    case 'custom':
      return checkWith(def)
    default:
      return boundCheck(def)
  }
}

/** A function that a schema was given: `refine`, `custom` and `instanceof` have one. */
function checkWith(def: object): IsPlain {
  const accepts: unknown = Reflect.get(def, 'fn')
  return typeof accepts === 'function' ? (value) => accepts(value) === true : never
}

function boundCheck(def: z.core.$ZodCheckDef & object): IsPlain {
  const bound = (name: string) => Number(Reflect.get(def, name))
  const isInclusive = Reflect.get(def, 'inclusive') === true
  switch (def.check) {
    case 'min_length':
      return (value) => lengthOf(value) >= bound('minimum')
    case 'max_length':
      return (value) => lengthOf(value) <= bound('maximum')
    case 'greater_than':
      return (value) => Number(value) > bound('value') || (isInclusive && value === bound('value'))
    case 'less_than':
      return (value) => Number(value) < bound('value') || (isInclusive && value === bound('value'))
    default:
      return never
  }
}

const lengthOf = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
