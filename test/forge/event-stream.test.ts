import { expect, it } from 'vitest'
import { streamEvents } from '../../src/forge/event-stream.ts'
import { createEventListeners, type ForgeEvent } from '../../src/forge/events.ts'

const change = (): ForgeEvent => ({ type: 'change', collections: ['issues'] })

it('gives events in order, added before and while somebody waits', async () => {
  const listeners = createEventListeners()
  const events = streamEvents(listeners)
  const [first, second] = [change(), change()]
  listeners.notify(first)
  expect((await events.next()).value).toBe(first)
  const next = events.next()
  listeners.notify(second)
  expect((await next).value).toBe(second)
})

it('does not pile up for a reader that does not read, and listens no longer', async () => {
  const listeners = createEventListeners()
  const events = streamEvents(listeners)
  for (let sent = 0; sent < 1500; sent++) listeners.notify(change())
  expect(listeners.isEmpty()).toBe(true)
  let read = 0
  for await (const _ of events) read++
  expect(read).toBe(1000)
})

it('gives those that came before its signal was aborted', async () => {
  const listeners = createEventListeners()
  const ending = new AbortController()
  const events = streamEvents(listeners, ending.signal)
  listeners.notify(change())
  ending.abort()
  listeners.notify(change())
  expect(listeners.isEmpty()).toBe(true)
  expect((await events.next()).done).toBe(false)
  expect((await events.next()).done).toBe(true)
})
