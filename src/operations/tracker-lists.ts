/** How lists of issues and merge requests are ordered; both by default newest first. */
export interface Order {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
}

interface Dated {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
}

/** The records in order; of the same time, by id, the same way. */
export function ordered<R extends Dated>(records: readonly R[], { order_by, sort }: Order): R[] {
  const direction = sort === 'asc' ? 1 : -1
  return [...records].sort((a, b) => {
    const [left, right] = [a[order_by], b[order_by]]
    return direction * (left === right ? a.id - b.id : left < right ? -1 : 1)
  })
}

/** The number of the next issue or merge request of a project, deleted ones counted. */
export function nextIid(records: readonly { readonly iid: number }[]): number {
  return records.reduce((highest, { iid }) => Math.max(highest, iid), 0) + 1
}
