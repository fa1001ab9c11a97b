import { isDay, readTime } from '../../contract/time.ts'
import { z } from '../../shared/zod.ts'
import { freezeDeep } from '../../store/freeze.ts'
import { collectionOfKind, references } from '../../store/models/references.ts'
import type { Store } from '../../store/store.ts'
import type { Table } from '../../store/table.ts'
import type { TableName } from '../../store/tables.ts'
import { keyOf, uniqueKeysOf } from '../../store/write-guard.ts'
import { type ByteReader, type ByteWriter, byteRange } from './byte-ranges.ts'

type Fields = Readonly<Record<string, unknown>>
type AnyRecord = Fields & { readonly id: number }

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id)
}

/** The records of a collection in a saved world, with the id of the next one. */
const savedCollection = z.object({
  nextId: z.int().check(z.minimum(1)),
  /** The models validate the records in detail. */
  records: z.array(z.custom<AnyRecord>(isRecord, 'a record must be an object with an id')),
})
export const savedCollections = z.record(z.string(), savedCollection)
export type SavedCollections = z.output<typeof savedCollections>

/** The conversion of values that JSON cannot represent, for the records of a collection. */
interface Form {
  write(record: Fields, bytes: ByteWriter): Fields
  read(saved: Fields, bytes: ByteReader): Fields
}

const savedArtifacts = z.nullable(z.looseObject({ bytes: byteRange }))
const artifacts = z.nullable(z.looseObject({ bytes: z.instanceof(Uint8Array) }))
const savedRefs = z.array(z.tuple([z.string(), z.string()]))
const refs = z.map(z.string(), z.string())

const sent = z.looseObject({ bytes: z.instanceof(Uint8Array) })
const savedFile = z.looseObject({ bytes: byteRange })

const forms: { readonly [Name in TableName]?: Form } = {
  repositories: {
    write: (record) => ({ ...record, refs: [...refs.parse(record.refs)] }),
    read: (saved) => ({ ...saved, refs: new Map(savedRefs.parse(saved.refs)) }),
  },
  uploads: {
    write: (record, bytes) => ({ ...record, bytes: bytes.add(sent.parse(record).bytes) }),
    read: (saved, bytes) => ({ ...saved, bytes: bytes.at(savedFile.parse(saved).bytes).slice() }),
  },
  builds: {
    write(record, bytes) {
      const kept = artifacts.parse(record.artifacts)
      return { ...record, artifacts: kept && { ...kept, bytes: bytes.add(kept.bytes) } }
    },
    read(saved, bytes) {
      const kept = savedArtifacts.parse(saved.artifacts)
      return { ...saved, artifacts: kept && { ...kept, bytes: bytes.at(kept.bytes).slice() } }
    },
  },
}

const plain: Form = { write: (record) => record, read: (saved) => saved }

/** Writes the records of all collections. */
export function writeRecords(store: Store, bytes: ByteWriter): SavedCollections {
  const written = tablesOf(store).map(([name, collection]) => {
    const { write } = forms[name] ?? plain
    const records = collection.all().map((record) => ({ id: record.id, ...write(record, bytes) }))
    return [name, { nextId: collection.nextId, records }]
  })
  return Object.fromEntries(written)
}

/**
 * Fills the collections of a store. With `isTrusted`, only records with values that JSON cannot represent are validated
 * by their models.
 * @throws Error that names the collection and the record that does not fit its model.
 */
export function readRecords(
  saved: SavedCollections,
  bytes: ByteReader,
  store: Store,
  { isTrusted = false } = {},
): void {
  const unknown = Object.keys(saved).find((name) => !Object.hasOwn(store.tables, name))
  if (unknown !== undefined) throw new Error(`it has a collection "${unknown}", which no world has`)
  for (const [name, collection] of tablesOf(store)) {
    const { records = [], nextId = 1 } = saved[name] ?? {}
    const { read } = forms[name] ?? plain
    const isRight = isTrusted && forms[name] === undefined
    let previous = 0
    const fitting = records.map((record) => {
      const where = `forge.db.${name}, the record with the id ${record.id}`
      if (record.id <= previous) throw new Error(`${where}: ids must ascend`)
      previous = record.id
      if (isRight) return freezeDeep(record)
      const fitting = parsed(where, () => z.parse(collection.model, read(record, bytes)))
      checkFields(where, fitting)
      return freezeDeep(fitting)
    })
    collection.restore({ records: fitting, nextId: Math.max(nextId, previous + 1) })
  }
}

/** Checks the parts of fields that models leave to their writers. */
function checkFields(where: string, record: Fields): void {
  for (const [field, value] of Object.entries(record)) {
    const isWrong =
      typeof value === 'string' &&
      ((field.endsWith('_at') && readTime(value) === undefined) ||
        (field.endsWith('_date') && !isDay(value)))
    if (isWrong) throw new Error(`${where}: ${field} ${JSON.stringify(value)} is no time`)
    if (field !== 'labels' || !Array.isArray(value)) continue
    const repeated = value.find((label, index) => value.indexOf(label) < index)
    if (repeated === undefined) continue
    throw new Error(`${where}: labels has ${JSON.stringify(repeated)} twice`)
  }
}

/**
 * Checks the unique keys of each collection.
 * @throws Error that names the collection, both records and the values they share.
 */
export function checkUniqueKeys(store: Store): void {
  for (const [name, table] of tablesOf(store)) {
    for (const fields of uniqueKeysOf[name] ?? []) {
      const ids = new Map<string, number>()
      for (const record of table.all()) {
        const key = keyOf(record, fields)
        const other = ids.get(key)
        if (other !== undefined) {
          const shared = fields
            .map((field) => `${field} ${JSON.stringify(record[field])}`)
            .join(', ')
          throw new Error(
            `forge.db.${name}, the record with the id ${record.id}: ${shared} is that of the record with the id ${other} too`,
          )
        }
        ids.set(key, record.id)
      }
    }
  }
}

type Target = string | { readonly kind: string }

/**
 * Checks that the records that others refer to exist, or once existed. A suite may delete a record that others refer to
 * (`forge.db`), and a project keeps the id of its creator, as in GitLab 8.15.
 * @throws Error that names the collection, the record and the field.
 */
export function checkReferences(store: Store): void {
  const tables = new Map<string, AnyTable>(tablesOf(store))
  const kinds: Readonly<Record<string, string>> = collectionOfKind
  for (const [name, fields] of Object.entries<Readonly<Record<string, Target>>>(references)) {
    for (const record of tables.get(name)?.all() ?? []) {
      for (const [field, target] of Object.entries(fields)) {
        const value = record[field]
        const there = typeof target === 'string' ? target : kinds[String(record[target.kind])]
        if (typeof value !== 'number' || there === undefined) continue
        const table = tables.get(there)
        const wasThere = table !== undefined && value > 0 && value < table.nextId
        if (wasThere || table?.get(value)) continue
        throw new Error(
          `forge.db.${name}, the record with the id ${record.id}: ${field} ${value} names no record, as ${there} has none with that id`,
        )
      }
    }
  }
}

function parsed<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${where}: ${reason}`)
  }
}

type AnyTable = Table<AnyRecord, AnyRecord>

function tablesOf({ tables }: Store): [TableName, AnyTable][] {
  const names = Object.keys(tables) as TableName[]
  return names.map((name) => [name, tables[name] as unknown as AnyTable])
}
