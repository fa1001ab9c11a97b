import { type Created, type Dated, firstInOrder, firstOfAll, inOrder, type Order } from './order.ts'

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
 * The same of records that are in the order of their creation, as indexes keep them, in one list or in
 * several: none is looked at but those up to the page.
 */
export function listByCreation<R extends Created, Item>(
  lists: readonly (readonly R[])[],
  present: (record: R) => Item,
  sort: 'asc' | 'desc',
): Listing<Item> {
  return {
    total: lists.reduce((sum, { length }) => sum + length, 0),
    page: (from, to) => firstOfAll(lists, to, sort).slice(from).map(present),
  }
}

/** The same, where another order may be asked for. */
export function listDated<R extends Dated, Item>(
  lists: readonly (readonly R[])[],
  present: (record: R) => Item,
  order: Order,
): Listing<Item> {
  return order.order_by === 'created_at'
    ? listByCreation(lists, present, order.sort)
    : list(lists.flat(), present, inOrder(order))
}

/** An answer that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** With a name, the file is offered for saving. */
  readonly name?: string
}
