/** The items of a list operation, of which only the page that was asked for is made. */
export interface Listing<Item> {
  readonly total: number
  page(from: number, to: number): Item[]
}

/** A listing of records, each presented as its resource when its page is asked for. */
export function list<R, Item>(records: readonly R[], present: (record: R) => Item): Listing<Item> {
  return {
    total: records.length,
    page: (from, to) => records.slice(from, to).map(present),
  }
}

/** An answer that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** With a name, the file is offered for saving. */
  readonly name?: string
}
