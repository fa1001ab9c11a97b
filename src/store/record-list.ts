import { createRecordIndexes, type Keys } from './record-indexes.ts'
import { type Identified, insertSorted, positionOf } from './sorted.ts'

/** Records in the order of their ids, and the indexes over them, which every change keeps up. */
export interface RecordList<R, Name extends string> {
  get(id: number): R | undefined
  /** The records whose key of an index is `key`, by ascending id. */
  by(name: Name, key: unknown): readonly R[]
  /** Another record with the same key as `record`, if there is one, by an index of this name. */
  twinOf(record: R, name: string, keyOf: (record: R) => unknown): R | undefined
  put(record: R): void
  take(record: R): void
  /** As `take` for each, in one look at all of them. */
  takeAll(records: readonly R[]): void
  /** Puts `next` where `previous` stands, which has the same id. */
  exchange(previous: R, next: R): void
  /** As `exchange` for each pair, in one look at each bucket. */
  exchangeAll(pairs: readonly (readonly [previous: R, next: R])[]): void
  /** Puts other records in the place of all. */
  refill(records: readonly R[]): void
}

/** Keeps `records`, an array that is changed in place, in order and indexed. */
export function createRecordList<R extends Identified, Name extends string>(
  records: R[],
  keys: Keys<R, Name>,
): RecordList<R, Name> {
  const indexes = createRecordIndexes(keys)

  function replaceAll(others: readonly R[]): void {
    records.length = 0
    for (const record of others) records.push(record)
  }

  return {
    get: (id) => records[positionOf(records, id)],
    by: (name, key) => indexes.find(name, key, records),
    twinOf: (record, name, keyOf) =>
      indexes.findBy(name, keyOf, keyOf(record), records).find(({ id }) => id !== record.id),
    put(record) {
      insertSorted(records, record)
      indexes.file(record)
    },
    take(record) {
      records.splice(positionOf(records, record.id), 1)
      indexes.unfile(record)
    },
    takeAll(taken) {
      const ids = new Set(taken.map(({ id }) => id))
      replaceAll(records.filter(({ id }) => !ids.has(id)))
      indexes.unfileAll(taken)
    },
    exchange(previous, next) {
      records[positionOf(records, previous.id)] = next
      indexes.exchange(previous, next)
    },
    exchangeAll(pairs) {
      for (const [previous, next] of pairs) records[positionOf(records, previous.id)] = next
      indexes.exchangeAll(pairs)
    },
    refill(others) {
      replaceAll(others)
      indexes.clear()
    },
  }
}
