import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { DeliverySummary, RequestSummary } from '../../worlds/control/summaries.ts'
import { isUp, openStream } from './control.ts'

/** An event of `GET /_forge/events/summaries`. */
export type WorldEvent =
  | { readonly type: 'request'; readonly request: RequestSummary }
  | { readonly type: 'delivery'; readonly delivery: DeliverySummary }
  /** Collections of the world were written to. */
  | { readonly type: 'change'; readonly collections: readonly string[] }

/** Whether the event stream is connected. */
export const isLive = signal(false)

/** The number of times that the event stream was opened; lists are reloaded when it changes. */
export const timesOpened = signal(0)

type Listener = (event: WorldEvent) => void
const listeners = new Set<Listener>()

/** Calls a listener with each event of the world from now on; returns a function that stops that. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the world was reset or largely replaced: a reset empties the journals and writes to all collections. */
export function isBeginning(event: WorldEvent): boolean {
  return event.type === 'change' && event.collections.length > 20
}

/** The delays before reconnecting, which grow up to the last one. */
const pauses = [500, 1000, 2000, 5000, 15_000]

/** Listens to the world while the page is open, and reconnects after each interruption. */
export async function followEvents(): Promise<never> {
  for (let attempt = 0; ; attempt++) {
    try {
      const stream = await openStream('/events/summaries', new AbortController().signal)
      if (stream.ok && stream.body) {
        attempt = 0
        isLive.value = true
        timesOpened.value++
        await readStream(stream.body)
      }
    } catch {}
    isLive.value = false
    await new Promise((resolve) => setTimeout(resolve, pauses[attempt] ?? pauses.at(-1)))
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, pauses[1]))
  }
}

/** Dispatches the events of a stream until it ends. */
async function readStream(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const event of blocks.flatMap(eventOf)) {
      for (const listener of [...listeners]) listener(event)
    }
  }
}

/** Parses a block of the stream into its event; a heartbeat has none. */
function eventOf(block: string): WorldEvent[] {
  const [, type, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  if (type === 'request') return [{ type, request: JSON.parse(data) }]
  if (type === 'delivery') return [{ type, delivery: JSON.parse(data) }]
  return type === 'change' ? [{ type, collections: JSON.parse(data).collections }] : []
}

/**
 * Calls a function after one of the collections was written to, at most once per quarter of a second, and after
 * reconnecting.
 *
 * @example useChanges(['issues', 'notes'], reload)
 */
export function useChanges(collections: readonly string[] | 'all', call: () => void): void {
  const latest = useRef(call)
  latest.current = call
  const key = collections === 'all' ? collections : collections.join()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, 250)
    }
    const stop = listen((event) => {
      if (event.type !== 'change') return
      if (collections === 'all' || event.collections.some((one) => collections.includes(one)))
        soon()
    })
    let isFirst = true
    const stopWatching = timesOpened.subscribe(() => {
      if (!isFirst) soon()
      isFirst = false
    })
    return () => {
      stop()
      stopWatching()
      clearTimeout(timer)
    }
  }, [key])
}
