import type { TableName } from '../../store/tables.ts'
import type { Reference, Referrer } from '../control/records/links.ts'
import type { RecordPage } from '../control/records/list.ts'

/** A record as JSON has it; of bytes there is how many, as `{ bytes: 12 }`. */
export type ServedRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** Which records of a collection are listed, and how. */
export interface RecordQuery {
  /** Words that each stand in one of the fields, whatever their case. */
  readonly search?: string
  /** Which values fields must have. */
  readonly where?: Readonly<Record<string, string | number | boolean | null>>
  /** A field; `id` by default. */
  readonly order_by?: string
  readonly sort?: 'asc' | 'desc'
  readonly page?: number
  /** At most 200. */
  readonly per_page?: number
}

/** A page of a list, with the titles of the records that those of the page name. */
export interface ServedRecordPage extends RecordPage {
  readonly records: readonly ServedRecord[]
}

/** A record, with those that it names and those that name it. */
export interface RecordWithLinks {
  readonly record: ServedRecord
  readonly references: readonly Reference[]
  readonly referrers: readonly Referrer[]
}

/** The records of a world that is served, as they are stored: what `forge.db` is in the same process. */
export interface ServedCollections {
  /** The collections, with how many records each has. */
  all(): Promise<readonly { readonly name: TableName; readonly count: number }[]>
  /**
   * A page of the records of a collection.
   * @example
   * const { records } = await forge.collections.list('issues', { where: { project_id: 1 }, search: 'leak' })
   */
  list(collection: TableName, query?: RecordQuery): Promise<ServedRecordPage>
  get(collection: TableName, id: number): Promise<RecordWithLinks>
  /**
   * Changes fields of a record, held to its model, its references and its unique keys; a ControlCallError says in
   * `errors` what is wrong with which field.
   * @example
   * await forge.collections.change('issues', 3, { title: 'It leaks' })
   */
  change(
    collection: TableName,
    id: number,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<RecordWithLinks>
  /** The JSON Schema of the records of a collection. */
  schema(collection: TableName): Promise<Readonly<Record<string, unknown>>>
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

export function collectionsOver(call: Call): ServedCollections {
  const place = (collection: TableName, id: number) => `/collections/${collection}/records/${id}`
  return {
    all: () => call('GET', '/collections'),
    list(collection, { where = {}, ...rest } = {}) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...where, ...rest })) {
        query.set(name, String(value))
      }
      return call('GET', `/collections/${collection}?${query}`)
    },
    get: (collection, id) => call('GET', place(collection, id)),
    change: (collection, id, changes) => call('PUT', place(collection, id), changes),
    schema: (collection) => call('GET', `/collections/${collection}/schema`),
  }
}
