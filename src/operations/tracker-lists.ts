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

/** Compares for the order that is asked for; of the same time, by id, the same way. */
export function inOrder({ order_by, sort }: Order): (a: Dated, b: Dated) => number {
  const direction = sort === 'asc' ? 1 : -1
  return (a, b) => {
    const [left, right] = [a[order_by], b[order_by]]
    return direction * (left === right ? a.id - b.id : left < right ? -1 : 1)
  }
}
