import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ForgeEvent } from '../../forge/events.ts'
import { forge, isUp } from './control.ts'

/** Whether the console hears what happens in the world. */
export const isLive = signal(false)

/** Counts how often the stream of events was opened: whoever keeps a list reads it anew then. */
export const timesOpened = signal(0)

type Listener = (event: ForgeEvent) => void
const listeners = new Set<Listener>()

/** Calls a listener with each event of the world from now on; what is returned ends that. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Between two attempts: longer each time, up to the last of them. */
const pauses = [500, 1000, 2000, 5000, 15_000]

/** Listens to the world for as long as the page is open, again after each break. */
export async function followEvents(): Promise<never> {
  for (let attempt = 0; ; attempt++) {
    try {
      const events = forge.events()
      await events.opened
      attempt = 0
      isLive.value = true
      timesOpened.value++
      for await (const event of events) for (const listener of [...listeners]) listener(event)
    } catch {}
    isLive.value = false
    await new Promise((resolve) => setTimeout(resolve, pauses[attempt] ?? pauses.at(-1)))
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, pauses[1]))
  }
}

/**
 * Calls a function when one of the collections was written to, at most once in a quarter of a second; and when the
 * connection is back.
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
