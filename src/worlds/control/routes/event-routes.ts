import type { ForgeEvent } from '../../../forge/events.ts'
import type { World } from '../../worlds.ts'
import { writeJson } from '../json.ts'
import { summaryOf, summaryOfDelivery } from '../summaries.ts'
import { type ControlRoute, route } from './route.ts'

/** Proxies and browsers close an idle connection. */
const heartbeatMilliseconds = 15_000

/** A stream ends when its reader leaves this many bytes unread; a single event can have several MiB. */
const MAX_UNREAD_BYTES = 16 * 2 ** 20

/** Routes of the live events of a world. */
export const eventRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/events',
    operationId: 'streamEvents',
    summary: 'What happens in the world from now on: requests, deliveries and changes.',
    subject: 'world',
    success: { status: 200, body: 'events' },
    run: ({ world, signal }) => answerWith(streamOf(world, signal, dataOf)),
  }),
  route({
    method: 'GET',
    path: '/events/summaries',
    operationId: 'streamEventSummaries',
    summary: 'The same, of each request and delivery without what was sent and answered.',
    subject: 'world',
    success: { status: 200, body: 'events' },
    run: ({ world, signal }) => answerWith(streamOf(world, signal, summaryOfEvent)),
  }),
]

function answerWith(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  })
}

/** Streams the events of a world as server-sent events, until the world or the reader is gone. */
function streamOf(
  { forge, ended }: World,
  signal: AbortSignal,
  contentOf: (event: ForgeEvent) => object,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const reasonsToEnd = [ended, signal]
  let leave = () => {}
  let isOver = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) <= 0) end()
          else controller.enqueue(encoder.encode(text))
        }
        const stop = forge.watch((event) => send(writeEvent(event.type, contentOf(event))))
        const heartbeat = setInterval(() => send(':\n\n'), heartbeatMilliseconds)
        leave = () => {
          leave = () => {}
          clearInterval(heartbeat)
          stop()
          for (const reason of reasonsToEnd) reason.removeEventListener('abort', end)
        }
        const end = () => {
          leave()
          if (!isOver) controller.close()
          isOver = true
        }
        for (const reason of reasonsToEnd) reason.addEventListener('abort', end)
        send(':\n\n')
        if (reasonsToEnd.some(({ aborted }) => aborted)) end()
      },
      cancel() {
        isOver = true
        leave()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  )
}

function writeEvent(type: ForgeEvent['type'], content: object): string {
  return `event: ${type}\ndata: ${writeJson(content)}\n\n`
}

function dataOf(event: ForgeEvent): object {
  switch (event.type) {
    case 'request':
      return event.request
    case 'delivery':
      return event.delivery
    case 'change':
      return { collections: event.collections }
  }
}

function summaryOfEvent(event: ForgeEvent): object {
  if (event.type === 'request') return summaryOf(event.request)
  return event.type === 'delivery' ? summaryOfDelivery(event.delivery) : dataOf(event)
}
