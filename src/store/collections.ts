import { TableCollection } from './collection.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'
import { type TableName, type Tables, tableNames } from './tables.ts'
import { checkWrite } from './write-guard.ts'

/** What is left to a suite of a collection: relations are not, as records name each other by their ids. */
type CollectionOf<T> =
  T extends Table<infer R, infer I, infer Name, infer OrderName>
    ? Omit<TableCollection<R, I, Name, OrderName>, 'defineRelations'>
    : never

/** `forge.db`: a collection an entity, with the query API of @msw/data, `get` by id and `by` index. */
export type Collections = { readonly [Name in TableName]: CollectionOf<Tables[Name]> }

type AnyTable = Table<{ readonly id: number }, { readonly id: number }>

/**
 * Makes the collections of a store. What is written by them is held to the references and unique keys of the
 * models: a write that breaks one throws an Error that names the collection, the field and the value. What the forge
 * itself writes keeps to them by its rules, and is not looked at.
 */
export function createCollections(store: Store): Collections {
  const made = tableNames.map((name) => {
    const table = store[name] as unknown as AnyTable
    const collection = new TableCollection(table, {
      check: (next, previous) => checkWrite(store, name, next, previous),
      atomically: (step) => store.transaction(step),
    })
    return [name, collection]
  })
  return Object.fromEntries(made)
}
