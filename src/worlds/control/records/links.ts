import type { Forge } from '../../../forge/forge.ts'
import type { TableName } from '../../../store/tables.ts'
import { collectionNamed, type Target, targetsOf } from '../../../store/write-guard.ts'
import { type AnyRecord, titleOf } from './record.ts'

/** A record that a field of another record refers to. */
export interface Reference {
  readonly field: string
  readonly collection: TableName
  readonly id: number
  /** Null where the record was deleted: a reference can outlive its target. */
  readonly title: string | null
}

/** The number of records of a collection that refer to a record by a field. */
export interface Referrer {
  readonly collection: TableName
  readonly field: string
  readonly count: number
  /** The query that lists these records. */
  readonly query: Readonly<Record<string, string>>
}

/** Returns the records that the fields of a record refer to. */
export function referencesOf(
  { db }: Forge,
  collection: TableName,
  record: AnyRecord,
): readonly Reference[] {
  return Object.entries(targetsOf[collection] ?? {}).flatMap(([field, target]) => {
    const [id, there] = [record[field], collectionNamed(target, record)]
    if (typeof id !== 'number' || there === undefined) return []
    const named: AnyRecord | undefined = db[there].get(id)
    return [{ field, collection: there, id, title: named ? titleOf(named) : null }]
  })
}

/** Counts the records that refer to a record, by collection and field; fields without any are left out. */
export function referrersOf(
  { db }: Forge,
  collection: TableName,
  { id }: AnyRecord,
): readonly Referrer[] {
  return allTargets.flatMap(([from, field, target]) => {
    if (typeof target === 'string' && target !== collection) return []
    const records: readonly AnyRecord[] = db[from].all()
    const naming = records.filter(
      (one) => one[field] === id && collectionNamed(target, one) === collection,
    )
    const [first] = naming
    if (!first) return []
    const kind = typeof target === 'string' ? {} : { [target.kind]: String(first[target.kind]) }
    return [
      { collection: from, field, count: naming.length, query: { ...kind, [field]: String(id) } },
    ]
  })
}

const allTargets = Object.entries(targetsOf).flatMap(([from, targets]) =>
  Object.entries(targets).map(([field, target]): readonly [TableName, string, Target] => [
    from as TableName,
    field,
    target,
  ]),
)
