import { signal } from '@preact/signals'
import { controlCall } from '../session/control.ts'
import { isBeginning, listen, timesOpened } from '../session/events.ts'
import type { RequestSummary } from './request-summary.ts'

/** The maximum number of requests kept here, whatever the limit of the world's journal. */
const maxKept = 10_000

/** The interval of rendering while requests arrive, in milliseconds. */
const pause = 60

/** The requests of the journal, oldest first; undefined while they are loading. */
export const requests = signal<readonly RequestSummary[] | undefined>(undefined)

/** The number of requests that arrived while the list is paused; undefined while it is not. */
export const heldBack = signal<number | undefined>(undefined)

let arrived: RequestSummary[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Reloads the journal. */
async function loadRequests(): Promise<void> {
  const before = arrived.length
  const loaded = await controlCall<RequestSummary[]>('GET', '/requests/summaries')
  const ids = new Set(loaded.map(({ id }) => id))
  // Requests that arrived during loading may be contained already.
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

/** Pauses the list, or shows the requests held back. */
export function setPaused(isPaused: boolean): void {
  heldBack.value = isPaused ? 0 : undefined
  show()
}

/** Clears the journal of the world. */
export async function clearRequests(): Promise<void> {
  await controlCall('DELETE', '/requests')
  arrived = []
  requests.value = []
}

/** Keeps the list up to date while a view shows it. */
export function followRequests(): () => void {
  // Where the server is unreachable, the list is loaded after reconnecting.
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
