import { signal } from '@preact/signals'
import { controlCall } from '../session/control.ts'
import { isBeginning, listen, timesOpened } from '../session/events.ts'
import type { RequestSummary } from './request-summary.ts'

/** So many requests are kept here, whatever the journal of the world has. */
const maxKept = 10_000

/** Between two drawings while requests come in, in milliseconds. */
const pause = 60

/** The requests of the journal, oldest first; undefined until they are loaded. */
export const requests = signal<readonly RequestSummary[] | undefined>(undefined)

/** Those that came while the list stands still; undefined while it does not. */
export const heldBack = signal<number | undefined>(undefined)

let arrived: RequestSummary[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the journal anew. */
async function loadRequests(): Promise<void> {
  const before = arrived.length
  const loaded = await controlCall<RequestSummary[]>('GET', '/requests/summaries')
  const ids = new Set(loaded.map(({ id }) => id))
  // What came in while it was loaded may be in it already.
  arrived = arrived.slice(before).filter(({ id }) => !ids.has(id))
  requests.value = loaded
  show()
}

function show(): void {
  timer = undefined
  if (heldBack.value !== undefined) {
    heldBack.value = arrived.length
    return
  }
  if (arrived.length === 0 || requests.value === undefined) return
  requests.value = [...requests.value, ...arrived].slice(-maxKept)
  arrived = []
}

/** Holds what comes back, or shows what was held back. */
export function setPaused(isPaused: boolean): void {
  heldBack.value = isPaused ? 0 : undefined
  show()
}

/** Empties the journal of the world. */
export async function clearRequests(): Promise<void> {
  await controlCall('DELETE', '/requests')
  arrived = []
  requests.value = []
}

/** Keeps the list up for as long as a view shows it. */
export function followRequests(): () => void {
  // Where the server is gone, the list is loaded once it is back.
  const reload = () => void loadRequests().catch(() => {})
  const stopListening = listen((event) => {
    if (event.type === 'request') {
      arrived.push(event.request)
      if (arrived.length > maxKept) arrived.shift()
      if (timer === undefined) timer = setTimeout(show, pause)
    }
    if (isBeginning(event)) reload()
  })
  const stopWatching = timesOpened.subscribe(reload)
  return () => {
    stopListening()
    stopWatching()
  }
}
