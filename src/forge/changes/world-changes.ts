import type { TableName } from '../../store/tables.ts'

/** What became of something between two snapshots. */
export type ChangeKind = 'added' | 'changed' | 'removed'

/** A record in the words of `forge.export()`: `project: 'jane/website'` for `project_id: 1`. */
export type NamedRecord = Readonly<Record<string, unknown>>

/** A record that is not what it was. */
export interface RecordChange {
  /** That of `forge.db`. */
  readonly collection: TableName
  readonly id: number
  /** What it is called by: `jane/website#1`, or its collection and id where it has no name. */
  readonly name: string
  readonly change: ChangeKind
  /** The fields that differ; of one that came or went all that it has. */
  readonly fields: readonly string[]
  /** The whole record as it was; null where there was none. */
  readonly before: NamedRecord | null
  /** The whole record as it is then; null where it is gone. */
  readonly after: NamedRecord | null
}

/** A branch or a tag that does not stand where it stood. */
export interface RefChange {
  /** The path of the project; of one that is gone as it was. */
  readonly project: string
  readonly project_id: number
  /** In full: `refs/heads/master`. */
  readonly ref: string
  readonly change: ChangeKind
  /** The id of the object that it stood at; null where it was not there. */
  readonly before: string | null
  readonly after: string | null
}

/** What differs between two snapshots of a world. */
export interface WorldChanges {
  /** How many records were added, changed and removed, of each collection where there are any. */
  readonly counts: Readonly<Partial<Record<TableName, Readonly<Record<ChangeKind, number>>>>>
  /** The records, those first that others refer to; as many as were asked for. */
  readonly records: readonly RecordChange[]
  readonly refs: readonly RefChange[]
}

/** What is compared, and how much of it is written out. */
export interface ChangesOptions<Snapshot = string> {
  /** The later one: the name of a snapshot; the present by default. */
  readonly until?: Snapshot
  /** How many records are written out, 0 to 10,000; 1,000 by default. The counts are of all. */
  readonly limit?: number
  /** The collections whose records are written out; all by default. */
  readonly collections?: readonly TableName[]
}
