/** A stable priority queue: items of equal priority come out in the order of insertion. */
export interface Queue<Item> {
  push(item: Item): void
  pop(): Item | undefined
}

interface QueuedItem<Item> {
  readonly item: Item
  readonly turn: number
}

/** Makes a binary heap. `compare` is negative when the left item comes out first. */
export function createQueue<Item>(compare: (left: Item, right: Item) => number): Queue<Item> {
  const heap: QueuedItem<Item>[] = []
  let turn = 0

  const comesFirst = (left: QueuedItem<Item>, right: QueuedItem<Item>) => {
    const order = compare(left.item, right.item)
    return order === 0 ? left.turn < right.turn : order < 0
  }

  function siftUp(queued: QueuedItem<Item>, from: number): void {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !comesFirst(queued, parent)) break
      heap[index] = parent
      index = above
    }
    heap[index] = queued
  }

  function siftDown(queued: QueuedItem<Item>): void {
    let index = 0
    for (;;) {
      const below = 2 * index + 1
      const left = heap[below]
      const right = heap[below + 1]
      if (left === undefined) break
      const isRight = right !== undefined && comesFirst(right, left)
      const child = isRight ? right : left
      if (!comesFirst(child, queued)) break
      heap[index] = child
      index = isRight ? below + 1 : below
    }
    heap[index] = queued
  }

  return {
    push(item) {
      turn += 1
      siftUp({ item, turn }, heap.length)
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (first !== undefined && last !== undefined && heap.length > 0) siftDown(last)
      return first?.item
    },
  }
}
