/** An asynchronous queue, whose items are delivered to its iterators. */
interface Queue<Item> {
  readonly add: (item: Item) => void
  readonly end: () => void
  /** Throws an error in the iterators, after the previous items. */
  readonly fail: (error: unknown) => void
  readonly items: () => AsyncIterator<Item>
}

export function createQueue<Item>(): Queue<Item> {
  const items: Item[] = []
  let isEnded = false
  let problem: { readonly error: unknown } | undefined
  let wake = () => {}

  async function* read(): AsyncGenerator<Item> {
    for (;;) {
      while (items.length > 0) yield* items.splice(0)
      if (problem) throw problem.error
      if (isEnded) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    add(item) {
      items.push(item)
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    fail(error) {
      problem = { error }
      wake()
    },
    items: read,
  }
}
