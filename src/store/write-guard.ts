import { getObject } from '../git/objects/database.ts'
import { collectionOfKind, references } from './models/references.ts'
import { fieldsWithoutCase, uniqueKeys } from './models/unique-keys.ts'
import { folded, keyBody } from './record-keys.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'
import type { TableName, Tables } from './tables.ts'

type Fields = Readonly<Record<string, unknown>>
type AnyRecord = { readonly id: number }

/** The collection that a field refers to, or the field that states its kind. */
export type Target = TableName | { readonly kind: string }

type FieldOf<Of extends TableName> = keyof ReturnType<Tables[Of]['all']>[number]

/** The reference fields of each collection, with their targets. */
export const targetsOf: { readonly [Of in TableName]?: Readonly<Record<string, Target>> } =
  references satisfies { [Of in TableName]?: { [Field in FieldOf<Of>]?: Target } }
/** The combinations of fields of each collection that must be unique. */
export const uniqueKeysOf: { readonly [Of in TableName]?: readonly (readonly string[])[] } =
  uniqueKeys satisfies { [Of in TableName]?: readonly (readonly FieldOf<Of>[])[] }

/**
 * Checks the references and unique keys of a record that a suite writes.
 * @throws Error that names the collection, the field and the value.
 */
export function checkWrite(
  store: Store,
  name: TableName,
  next: AnyRecord,
  previous: AnyRecord | undefined,
): void {
  const [fields, before] = [next as AnyRecord & Fields, previous as Fields | undefined]
  checkReferences(store, name, fields, before)
  checkUniqueKeys(store, name, fields, before)
  if (name === 'repositories') checkRefs(store, fields)
}

/** Checks only the references that a write changes, since a record can outlive one that it refers to. */
function checkReferences(
  store: Store,
  name: TableName,
  next: Fields,
  previous: Fields | undefined,
): void {
  for (const [field, target] of Object.entries(targetsOf[name] ?? {})) {
    const value = next[field]
    if (value === null || typeof value !== 'number') continue
    const kind = typeof target === 'string' ? undefined : next[target.kind]
    const isUnchanged =
      previous?.[field] === value && (typeof target === 'string' || previous[target.kind] === kind)
    if (isUnchanged) continue
    const there = collectionNamed(target, next)
    if (there === undefined || store[there].get(value)) continue
    throw new Error(
      `forge.db.${name}: ${field} ${value} names no record, as ${there} has none with the id ${value}`,
    )
  }
}

/** Returns the collection that a field of a record refers to; undefined where it refers to none. */
export function collectionNamed(target: Target, record: Fields): TableName | undefined {
  if (typeof target === 'string') return target
  const kind = record[target.kind]
  const byKind: Readonly<Record<string, TableName>> = collectionOfKind
  return typeof kind === 'string' ? byKind[kind] : undefined
}

function checkUniqueKeys(
  store: Store,
  name: TableName,
  next: AnyRecord & Fields,
  previous: Fields | undefined,
): void {
  const table = store[name] as unknown as Table<AnyRecord, AnyRecord>
  for (const fields of uniqueKeysOf[name] ?? []) {
    if (previous && fields.every((field) => previous[field] === next[field])) continue
    const twin = table.twinOf(next, `unique ${fields.join()}`, (record) =>
      keyOf(record as AnyRecord & Fields, fields),
    )
    if (!twin) continue
    const taken = fields.map((field) => `${field} ${JSON.stringify(next[field])}`).join(', ')
    throw new Error(`forge.db.${name}: ${taken} is taken by the record with the id ${twin.id}`)
  }
}

/** Serializes the values of some fields; the texts are equal where the forge considers the values equal. */
export function keyOf(record: Fields, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => compared(field, record[field])))
}

/** Normalizes the value of a field for comparison. */
function compared(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (field === 'key') return keyBody(value)
  return fieldsWithoutCase.has(field) ? folded(value) : value
}

function checkRefs({ objects }: Store, { refs }: Fields): void {
  for (const [ref, id] of refs as ReadonlyMap<string, string>) {
    if (getObject(objects, id)) continue
    throw new Error(`forge.db.repositories: refs ${ref} ${id} names no git object of this forge`)
  }
}
