import type { z } from 'zod'
import { plainCheck } from './plain-check.ts'

/** Stands for what a value is read as where that is for zod to say. */
export const unread = Symbol('unread')

/** Reads a value, frozen and apart from what was given; `unread` where zod is to be asked. */
export type PlainRead = (value: unknown) => unknown

/**
 * Makes a function that reads values as a schema of zod does, where that takes no more than defaults, the
 * same for each value, and to leave out what the schema has no field for. It is quick from the first call
 * on, where zod has to be warm. What it does not read is for zod to read, or to refuse with the reason.
 */
export function plainRead(schema: z.core.$ZodType): PlainRead {
  if (isOfOneValue(schema)) return leafRead(plainCheck(schema))
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.checks?.length) return never
  switch (def.type) {
    case 'nullable': {
      const inner = plainRead(def.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'default':
    case 'prefault':
      return defaultRead(def)
    case 'array':
      return arrayRead(plainRead(def.element))
    case 'object':
      return recordRead(schema)
    default:
      return never
  }
}

const never: PlainRead = () => unread

/** Whether a schema takes texts, numbers and booleans alone: they are no one's, as they never change. */
function isOfOneValue(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.every(isOfOneValue)
  return ['string', 'number', 'boolean', 'literal', 'enum'].includes(def.type)
}

function leafRead(isPlain: (value: unknown) => boolean): PlainRead {
  return (value) => (isPlain(value) ? value : unread)
}

/** What zod makes of a default without reading it is left to zod, unless reading it makes the same. */
function defaultRead(def: z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef): PlainRead {
  const inner = plainRead(def.innerType)
  const { defaultValue } = def
  const isRead = def.type === 'prefault' || plainCheck(def.innerType)(defaultValue)
  const byDefault = isRead ? inner(defaultValue) : unread
  return (value) => (value === undefined ? byDefault : inner(value))
}

/** The same one for all. */
const noElements: readonly never[] = Object.freeze([])

function arrayRead(element: PlainRead): PlainRead {
  return (value) => {
    if (!Array.isArray(value)) return unread
    if (value.length === 0) return noElements
    const read: unknown[] = []
    for (const each of value) {
      const one = element(each)
      if (one === unread) return unread
      read.push(one)
    }
    return Object.freeze(read)
  }
}

/** As `PlainRead`, of an object that is given an id. */
export type RecordRead = (value: unknown, id?: number) => unknown

/** The same for the model of a record. The id comes apart, so that no object is made to hold it. */
export function recordRead(schema: z.core.$ZodType): RecordRead {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object' || def.checks?.length || def.catchall) return never
  const fields = Object.entries(def.shape).map(([name, field]) => {
    const readField = plainRead(field)
    return { name, readField, byDefault: readField(undefined) }
  })
  // What is left out is there from the start: a copy of this takes less than as many fields one by one.
  const defaults = Object.fromEntries(fields.map(({ name, byDefault }) => [name, byDefault]))
  return (value, id) => {
    if (!isObject(value)) return unread
    const read: Record<string, unknown> = { ...defaults }
    for (const { name, readField, byDefault } of fields) {
      const given = name === 'id' && id !== undefined ? id : value[name]
      if (given === undefined && byDefault !== unread) continue
      const one = readField(given)
      if (one === unread) return unread
      read[name] = one
    }
    return Object.freeze(read)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
