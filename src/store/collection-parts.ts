import type { Orders } from './record-indexes.ts'

/** What a new record is made of; the id is the next of the collection where none is given. */
export type NewRecord<I> = Omit<I, 'id'> & { id?: number }

/** Where the ids of new records come from. Collections that share one share no id. */
export interface IdCounter {
  next: number
}

/** The indexes of a snapshot. A symbol, as they are not what is remembered. */
export const indexesOf = Symbol('indexes')

/** The records of a collection at one moment, with the id that the next record gets. */
export interface CollectionSnapshot {
  readonly records: readonly object[]
  readonly nextId: number
  /** What was built over the records; whoever goes on from them adds to it. */
  readonly [indexesOf]?: unknown
}

/** What a collection has beside its model and its keys. */
export interface CollectionOptions<R extends object, OrderName extends string> {
  /** The orders that records are listed in, beside that of their ids. */
  readonly orders?: Orders<R, OrderName>
  readonly ids?: IdCounter
}
