import type { z } from 'zod'
import {
  checkOf,
  checkWith,
  type IsPlain,
  isReadable,
  matches,
  never,
  passes,
  saysNothing,
} from './value-checks.ts'

/**
 * Makes a check whether a schema of zod would give a value back as it is: of the right types, with all
 * fields and no others. It is quick from the first call on, where zod has to be warm, and copies nothing.
 * What it does not accept may fit all the same, and is for zod to read, or to refuse with the reason.
 */
export function plainCheck<S extends z.core.$ZodType>(
  schema: S,
): (value: unknown) => value is z.output<S> {
  const isPlain = checkOfSchema(schema)
  return (value): value is z.output<S> => isPlain(value)
}

function checkOfSchema(schema: z.core.$ZodType): IsPlain {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isOfType = typeCheck(schema, def)
  const checks = (def.checks ?? []).filter((check) => !saysNothing(check)).map(checkOf)
  const [only] = checks
  if (only === undefined) return isOfType
  if (checks.length === 1) return (value) => isOfType(value) && only(value)
  return (value) => isOfType(value) && checks.every((check) => check(value))
}

type Definition = z.core.$ZodTypes['_zod']['def']

function typeCheck(schema: z.core.$ZodType, def: Definition): IsPlain {
  switch (def.type) {
    case 'string':
      return stringCheck(schema, def)
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
      const inner = checkOfSchema(def.innerType)
      return (value) => value === null || inner(value)
    }
    case 'default':
    case 'prefault':
      return checkOfSchema(def.innerType)
    case 'optional': {
      const inner = checkOfSchema(def.innerType)
      if (isFilledIn(def)) return inner
      return (value) => value === undefined || inner(value)
    }
    case 'union': {
      const options = def.options.map(checkOfSchema)
      return (value) => options.some((option) => option(value))
    }
    case 'array': {
      const element = checkOfSchema(def.element)
      return (value) => Array.isArray(value) && isEach(value, element)
    }
    case 'tuple':
      return tupleCheck(def.items.map(checkOfSchema), def.rest === null)
    case 'record':
      return recordCheck(def)
    case 'object':
      return objectCheck(Object.entries(def.shape))
    default:
      return never
  }
}

function isOneOf(values: readonly unknown[]): IsPlain {
  return (value) => value !== undefined && values.includes(value)
}

/** Not `every`, which passes over the places of an array that hold nothing. */
function isEach(values: readonly unknown[], isPlain: IsPlain): boolean {
  for (const value of values) if (!isPlain(value)) return false
  return true
}

const isText: IsPlain = (value) => typeof value === 'string'

function stringCheck(schema: z.core.$ZodType, def: z.core.$ZodStringDef): IsPlain {
  if (def.coerce) return never
  if (!('format' in def)) return isText
  if ('pattern' in def && isReadable(def.format)) return matches(def.pattern)
  const isOfFormat = passes(schema)
  return (value) => isText(value) && isOfFormat(value)
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

/** zod leaves out the key __proto__, and asks for each of the keys that are listed. */
function recordCheck({ keyType, valueType }: z.core.$ZodRecordDef): IsPlain {
  if ((keyType as z.core.$ZodTypes)._zod.def.type !== 'string') return never
  const [isKey, isValue] = [checkOfSchema(keyType), checkOfSchema(valueType)]
  return (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) => name !== '__proto__' && isKey(name) && isValue(one),
    )
}

/** Whether what is left out gets the default of the schema inside. */
const isFilledIn = ({ innerType }: z.core.$ZodOptionalDef) => innerType._zod.optin === 'defaulted'

interface Field {
  readonly isPlain: IsPlain
  readonly isOptional: boolean
}

function objectCheck(shape: readonly (readonly [string, z.core.$ZodType])[]): IsPlain {
  const fields = new Map(shape.map(([name, schema]): [string, Field] => [name, fieldOf(schema)]))
  const required = [...fields.values()].filter(({ isOptional }) => !isOptional).length
  return (value) => {
    if (!isObject(value)) return false
    let missing = required
    for (const name of Object.keys(value)) {
      const field = fields.get(name)
      if (!field?.isPlain(Reflect.get(value, name))) return false
      if (!field.isOptional) missing -= 1
    }
    return missing === 0
  }
}

function fieldOf(schema: z.core.$ZodType): Field {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isOptional = def.type === 'optional' && !isFilledIn(def)
  return { isPlain: checkOfSchema(schema), isOptional }
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
