import type { EventListeners, EventStream, ForgeEvent } from './events.ts'

/** The most events that are buffered for a reader; then the stream ends. */
const MAX_WAITING_EVENTS = 1000

/** Streams the events from now on, until the signal is aborted or the loop is left. */
export function streamEvents(
  listeners: Pick<EventListeners, 'add'>,
  signal?: AbortSignal,
): EventStream {
  const waiting: ForgeEvent[] = []
  let isOver = false
  let wake = () => {}

  const stop = listeners.add((event) => {
    waiting.push(event)
    if (waiting.length >= MAX_WAITING_EVENTS) end()
    wake()
  })
  function end(): void {
    isOver = true
    stop()
    signal?.removeEventListener('abort', end)
    wake()
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)

  async function* read(): AsyncGenerator<ForgeEvent, undefined, undefined> {
    for (;;) {
      const event = waiting.shift()
      if (event) yield event
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const events = read()
  return {
    opened: Promise.resolve(),
    next: () => events.next(),
    return() {
      waiting.length = 0
      end()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
