import type { EventStream, ForgeEvent } from '../../forge/events.ts'
import { type Connection, openOfWorld } from './call.ts'
import { printable } from './entries.ts'

/**
 * Streams the events of a world. The connection is opened at once and stays open until the signal is aborted, the
 * iteration ends, or the world ends.
 */
export function openEvents(connection: Connection, signal?: AbortSignal): EventStream {
  const ending = new AbortController()
  const end = () => ending.abort()
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  const answer = openOfWorld(connection, '/events', ending.signal)
  const events = readEvents(answer, ending.signal)
  const opened = answer.then(() => {})
  // A caller that does not await `opened` gets the error from the iteration.
  opened.catch(() => {})
  return {
    opened,
    next: () => events.next(),
    return() {
      signal?.removeEventListener('abort', end)
      end()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* readEvents(
  answer: Promise<Response>,
  signal: AbortSignal,
): AsyncGenerator<ForgeEvent, undefined, undefined> {
  try {
    const reader = (await answer).body?.getReader()
    // A custom `fetch` can ignore the signal.
    const cancel = () => reader?.cancel().catch(() => {})
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel)
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const read = await reader?.read()
      if (!read || read.done) return
      const blocks = (text + decoder.decode(read.value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield* eventOf(block)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Parses a block of the stream into its event; a heartbeat has none. */
function eventOf(block: string): ForgeEvent[] {
  const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  if (data === undefined) return []
  const content = JSON.parse(data)
  switch (type) {
    case 'request':
      return [{ type, request: printable(content) }]
    case 'delivery':
      return [{ type, delivery: content }]
    case 'change':
      return [{ type, collections: content.collections }]
    default:
      return []
  }
}
