import { getObject } from '../git/objects/database.ts'
import type { IndexedCollection } from './collection.ts'
import type { CollectionGuard } from './collection-guard.ts'
import { type Collections, folded, keyBody } from './collections.ts'
import { collectionOfKind, references } from './models/references.ts'
import { fieldsWithoutCase, uniqueKeys } from './models/unique-keys.ts'
import type { Store } from './store.ts'

type Name = keyof Collections
type Fields = Readonly<Record<string, unknown>>
type AnyRecord = { readonly id: number }

/** The collection that a field names a record of, or the field that says of which kind it is. */
type Target = Name | { readonly kind: string }

type FieldOf<Of extends Name> = keyof ReturnType<Collections[Of]['all']>[number]

const targetsOf: { readonly [Of in Name]?: Readonly<Record<string, Target>> } =
  references satisfies { [Of in Name]?: { [Field in FieldOf<Of>]?: Target } }
const uniqueKeysOf: { readonly [Of in Name]?: readonly (readonly string[])[] } =
  uniqueKeys satisfies { [Of in Name]?: readonly (readonly FieldOf<Of>[])[] }

/**
 * Holds what a suite writes by `forge.db` to the references and unique keys of the models: a write
 * that breaks one throws an Error that names the collection, the field and the value. What the
 * forge itself writes in its transactions keeps to them by its rules, and is not looked at.
 */
export function guardWrites(store: Store): void {
  const isSuiteAtWork = () => !store.isInTransaction()
  const atomically: Store['atomically'] = (step) => store.atomically(step)
  store.onMade = (name, collection) => guard(store, name, collection, { isSuiteAtWork, atomically })
}

function guard(
  store: Store,
  name: Name,
  collection: Collections[Name],
  common: Pick<CollectionGuard<AnyRecord>, 'isSuiteAtWork' | 'atomically'>,
): void {
  const any = collection as unknown as IndexedCollection<AnyRecord, AnyRecord>
  any.guard = {
    name: `forge.db.${name}`,
    ...common,
    check(next, previous) {
      const [fields, before] = [next as AnyRecord & Fields, previous as Fields | undefined]
      checkReferences(store, name, fields, before)
      checkUniqueKeys(any, name, fields, before)
      if (name === 'repositories') checkRefs(store, fields)
    },
  } satisfies CollectionGuard<AnyRecord>
}

/** Only what a write changes is checked: a record may outlive one that it names. */
function checkReferences(
  store: Store,
  name: Name,
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
    const there = typeof target === 'string' ? target : collectionOf(kind)
    if (there === undefined || store[there].get(value)) continue
    throw new Error(
      `forge.db.${name}: ${field} ${value} names no record, as ${there} has none with the id ${value}`,
    )
  }
}

function collectionOf(kind: unknown): Name | undefined {
  const byKind: Readonly<Record<string, Name>> = collectionOfKind
  return typeof kind === 'string' ? byKind[kind] : undefined
}

function checkUniqueKeys(
  collection: IndexedCollection<AnyRecord, AnyRecord>,
  name: Name,
  next: AnyRecord & Fields,
  previous: Fields | undefined,
): void {
  for (const fields of uniqueKeysOf[name] ?? []) {
    if (previous && fields.every((field) => previous[field] === next[field])) continue
    const twin = collection.twinOf(next, `unique ${fields.join()}`, (record) =>
      keyOf(record as AnyRecord & Fields, fields),
    )
    if (!twin) continue
    const taken = fields.map((field) => `${field} ${JSON.stringify(next[field])}`).join(', ')
    throw new Error(`forge.db.${name}: ${taken} is taken by the record with the id ${twin.id}`)
  }
}

function keyOf(record: Fields, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => compared(field, record[field])))
}

/** As the forge compares the values of a field. */
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
