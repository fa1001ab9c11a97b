import type { TableName } from '../../store/tables.ts'
import type { Reference, Referrer } from '../control/records/links.ts'
import type { RecordPage } from '../control/records/list.ts'

/** A record as JSON; bytes are replaced by their number, as in `{ bytes: 12 }`. */
export type ServedRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** The filters, the order and the page of a list of records. */
export interface RecordQuery {
  /** Words that must each occur in one of the fields, ignoring case. */
  readonly search?: string
  /** The values that fields must have. */
  readonly where?: Readonly<Record<string, string | number | boolean | null>>
  /** A field; `id` by default. */
  readonly order_by?: string
  readonly sort?: 'asc' | 'desc'
  readonly page?: number
  /** At most 200. */
  readonly per_page?: number
}

/** A page of a list, with the titles of the records that it refers to. */
export interface ServedRecordPage extends RecordPage {
  readonly records: readonly ServedRecord[]
}

/** A record, with the records it refers to and those that refer to it. */
export interface RecordWithLinks {
  readonly record: ServedRecord
  readonly references: readonly Reference[]
  readonly referrers: readonly Referrer[]
}

/** The stored records of a world of a server, as `forge.db` has them in the same process. */
export interface ServedCollections {
  /** Lists the collections with the number of their records. */
  all(): Promise<readonly { readonly name: TableName; readonly count: number }[]>
  /**
   * Returns a page of the records of a collection.
   * @example
   * const { records } = await forge.collections.list('issues', { where: { project_id: 1 }, search: 'leak' })
   */
  list(collection: TableName, query?: RecordQuery): Promise<ServedRecordPage>
  get(collection: TableName, id: number): Promise<RecordWithLinks>
  /**
   * Changes fields of a record; the model, the references and the unique keys are checked. A ControlCallError has the
   * problems of each field in `errors`.
   * @example
   * await forge.collections.change('issues', 3, { title: 'It leaks' })
   */
  change(
    collection: TableName,
    id: number,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<RecordWithLinks>
  /** Returns the JSON Schema of the records of a collection. */
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
