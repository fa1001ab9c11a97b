/** How lists are ordered; those of issues and merge requests by default newest first. */
export interface Order {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
}

interface Dated {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
}

/** Compares two records for `list`; of the same time, by id, the same way. */
export function inOrder({ order_by, sort }: Order): (a: Dated, b: Dated) => number {
  const sign = sort === 'asc' ? 1 : -1
  const isByUpdate = order_by === 'updated_at'
  return (a, b) => {
    const [one, other] = isByUpdate ? [a.updated_at, b.updated_at] : [a.created_at, b.created_at]
    if (one < other) return -sign
    return one > other ? sign : sign * (a.id - b.id)
  }
}
