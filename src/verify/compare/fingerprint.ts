import type { Schema } from '../../contract/openapi.ts'
import { isObject } from '../story/bodies.ts'
import type { Comparison } from './comparison.ts'
import { shapeOf } from './shape.ts'
import { isTime } from './times.ts'

type SideName = 'server' | 'forge'

/**
 * Returns the identity of a list item in terms of the forge: its id where both sides know it, else its name; undefined
 * where it has neither.
 */
export function keyOf(
  { document, rules, mapping }: Comparison,
  item: unknown,
  schema: Schema | undefined,
  side: SideName,
): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const object = item as Readonly<Record<string, unknown>>
  const { names } = shapeOf(schema, item, document)
  const schemas = names.length > 0 ? names : namesOfAlternatives(schema)
  const kind = rules.kindOf(schemas, 'id', object)
  const { id } = object
  if (kind && (typeof id === 'number' || typeof id === 'string')) {
    const known =
      side === 'forge'
        ? mapping.isKnownToForge(kind, id)
          ? id
          : undefined
        : mapping.forgeOf(kind, id)
    // Two files with the same content have the same id.
    const name = object.type ? (object.path ?? object.name) : ''
    return known === undefined ? undefined : `${kind} ${known} ${name}`
  }
  // Two contributors can have one name, and different addresses.
  const fields = rules.namingFields.filter((name) => typeof object[name] === 'string')
  return fields.length === 0 ? undefined : fields.map((name) => object[name]).join(' ')
}

/** A schema with alternatives describes several forms of the same record. */
function namesOfAlternatives(schema: Schema | undefined): string[] {
  return (schema?.anyOf ?? []).flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
}

/**
 * Returns the values of an item without those that differ between the sides; equal fingerprints are indistinguishable.
 */
export function fingerprintOf(
  comparison: Comparison,
  item: unknown,
  schema: Schema | undefined,
  side: SideName,
): string {
  return JSON.stringify(outline(comparison, item, schema, side))
}

/** Returns how many fields of an item of the server, and of the objects in it, have the values of one of the forge. */
export function likenessTo(
  comparison: Comparison,
  forge: unknown,
  schema: Schema | undefined,
): (server: unknown) => number {
  const partsOf = (item: unknown, side: SideName) =>
    valuesIn(outline(comparison, item, schema, side))
  const own = new Set(partsOf(forge, 'forge'))
  return (server) => partsOf(server, 'server').filter((part) => own.has(part)).length
}

/** Returns each value of an outline, with the path to it. */
function valuesIn(outlined: unknown, path = ''): string[] {
  if (!Array.isArray(outlined)) return [`${path} ${JSON.stringify(outlined)}`]
  return outlined.flatMap((part) =>
    Array.isArray(part) ? valuesIn(part[1], `${path}.${part[0]}`) : [`${path} ${part}`],
  )
}

function outline(
  comparison: Comparison,
  value: unknown,
  schema: Schema | undefined,
  side: SideName,
): unknown {
  const { document, rules, mapping, facts } = comparison
  const shape = shapeOf(schema, value, document)
  if (Array.isArray(value)) {
    return value.map((item) => JSON.stringify(outline(comparison, item, shape.items, side))).sort()
  }
  if (isTime(value)) return null
  // An id of nothing but zeros says that a branch is new or gone.
  if (typeof value === 'string')
    return /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$|:\/\//.test(value) ? null : value
  if (!isObject(value)) return value ?? null
  return Object.keys(value)
    .sort()
    .flatMap((name) => {
      const property = shape.properties[name]
      const isOpen =
        shapeOf(property, value[name], document).open !== undefined ||
        rules.openField(shape.names, name, value, facts) !== undefined
      const one = value[name]
      if (!property || isOpen || one === null || one === '' || rules.secretFields.has(name))
        return []
      if (rules.numberKindOf(shape.names, name, value)) return []
      const kind = rules.kindOf(shape.names, name, value)
      if (kind && (typeof one === 'number' || typeof one === 'string')) {
        const known = side === 'forge' ? one : mapping.forgeOf(kind, one)
        const isKnown = side === 'server' || mapping.isKnownToForge(kind, one)
        return isKnown && known !== undefined ? [[name, known]] : []
      }
      const shown = outline(comparison, one, property, side)
      // A server may leave out what each side has of its own, such as a time.
      return shown === null ? [] : [[name, shown]]
    })
}
