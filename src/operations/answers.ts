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

/** An answer that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** With a name, the file is offered for saving. */
  readonly name?: string
}
