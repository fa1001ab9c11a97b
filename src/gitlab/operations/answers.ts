import { rangeOfLists, type SortedLists } from './lists.ts'
import { firstInOrder } from './order.ts'

/** The items of a list operation, of which only the page that was asked for is made. */
export interface Listing<Item> {
  readonly total: number
  page(from: number, to: number): Item[]
}

/**
 * A listing of records, in an order where one is given: only the page that is asked for is put in
 * order, and each of its records presented as its resource.
 */
export function list<R, Item>(
  records: readonly R[],
  present: (record: R) => Item,
  order?: (a: R, b: R) => number,
): Listing<Item> {
  return {
    total: records.length,
    page(from, to) {
      const ordered = order ? firstInOrder(records, to, order) : records
      return ordered.slice(from, to).map(present)
    },
  }
}

/**
 * The same of records in lists that are in the order already, as indexes keep them: none is looked at but
 * those of the page, and those by which it is found.
 */
export function listInOrder<R, Item>(
  sorted: SortedLists<R>,
  present: (record: R) => Item,
): Listing<Item> {
  return {
    total: sorted.lists.reduce((sum, { length }) => sum + length, 0),
    page: (from, to) => rangeOfLists(sorted, from, to).map(present),
  }
}

/** An answer that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** With a name, the file is offered for saving. */
  readonly name?: string
}
