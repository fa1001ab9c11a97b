import { TableCollection } from './collection.ts'
import type { Store } from './store.ts'
import type { Table } from './table.ts'
import { type TableName, type Tables, tableNames } from './tables.ts'
import { checkWrite } from './write-guard.ts'

/** The methods of a collection without relations, since records refer to each other by ids. */
type CollectionOf<T> =
  T extends Table<infer R, infer I, infer Name, infer OrderName>
    ? Omit<TableCollection<R, I, Name, OrderName>, 'defineRelations'>
    : never

/** `forge.db`: one collection for each entity, with the query API of @msw/data, `get` by id and `by` index. */
export type Collections = { readonly [Name in TableName]: CollectionOf<Tables[Name]> }

type AnyTable = Table<{ readonly id: number }, { readonly id: number }>

/**
 * Makes the collections of a store. Their writes are checked against the references and unique keys of the models; a
 * wrong write throws an Error that names the collection, the field and the value. The forge's own writes are not
 * checked, since its rules keep the references and keys intact.
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
