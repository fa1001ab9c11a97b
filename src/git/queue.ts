/** A priority queue; of items that neither comes before the other, the first in is the first out. */
export interface Queue<Item> {
  push(item: Item): void
  pop(): Item | undefined
  readonly size: number
}

interface Place<Item> {
  readonly item: Item
  readonly turn: number
}

/** A binary heap. `compare` is negative when the left item comes out first. */
export function createQueue<Item>(compare: (left: Item, right: Item) => number): Queue<Item> {
  const heap: Place<Item>[] = []
  let turn = 0

  const comesFirst = (left: Place<Item>, right: Place<Item>) => {
    const order = compare(left.item, right.item)
    return order === 0 ? left.turn < right.turn : order < 0
  }

  function rise(place: Place<Item>, from: number): void {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !comesFirst(place, parent)) break
      heap[index] = parent
      index = above
    }
    heap[index] = place
  }

  function sink(place: Place<Item>): void {
    let index = 0
    for (;;) {
      const below = 2 * index + 1
      const left = heap[below]
      const right = heap[below + 1]
      if (left === undefined) break
      const isRight = right !== undefined && comesFirst(right, left)
      const child = isRight ? right : left
      if (!comesFirst(child, place)) break
      heap[index] = child
      index = isRight ? below + 1 : below
    }
    heap[index] = place
  }

  return {
    push(item) {
      turn += 1
      rise({ item, turn }, heap.length)
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (first !== undefined && last !== undefined && heap.length > 0) sink(last)
      return first?.item
    },
    get size() {
      return heap.length
    },
  }
}
