import type { TableName } from '../../store/tables.ts'

/** The kind of change between two snapshots. */
export type ChangeKind = 'added' | 'changed' | 'removed'

/** A record as `forge.export()` writes it: `project: 'jane/website'` for `project_id: 1`. */
export type NamedRecord = Readonly<Record<string, unknown>>

/** A record that differs between the snapshots. */
export interface RecordChange {
  /** The name of the collection in `forge.db`. */
  readonly collection: TableName
  readonly id: number
  /** The name of the record, such as `jane/website#1`; its collection and id where it has none. */
  readonly name: string
  readonly change: ChangeKind
  /** The fields that differ; all fields of a record that was added or removed. */
  readonly fields: readonly string[]
  /** The whole record in the earlier snapshot; null where it did not exist. */
  readonly before: NamedRecord | null
  /** The whole record in the later snapshot; null where it was removed. */
  readonly after: NamedRecord | null
}

/** A branch or a tag that differs between the snapshots. */
export interface RefChange {
  /** The path of the project; its last path where it was removed. */
  readonly project: string
  readonly project_id: number
  /** The full name: `refs/heads/master`. */
  readonly ref: string
  readonly change: ChangeKind
  /** The id of the object that the ref pointed to; null where it did not exist. */
  readonly before: string | null
  readonly after: string | null
}

/** The differences between two snapshots of a world. */
export interface WorldChanges {
  /** The number of records that were added, changed and removed, by collection; unchanged collections are left out. */
  readonly counts: Readonly<Partial<Record<TableName, Readonly<Record<ChangeKind, number>>>>>
  /** The changed records, up to the limit. A record comes after those that it refers to. */
  readonly records: readonly RecordChange[]
  readonly refs: readonly RefChange[]
}

/** The options of a comparison. */
export interface ChangesOptions<Snapshot = string> {
  /** The name of the later snapshot; the present by default. */
  readonly until?: Snapshot
  /** The maximum number of listed records, 0 to 10,000; 1,000 by default. The counts include all records. */
  readonly limit?: number
  /** The collections whose records are listed; all by default. */
  readonly collections?: readonly TableName[]
}
