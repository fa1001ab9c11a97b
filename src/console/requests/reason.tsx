import type { Fault } from '../../forge/control.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { refusalIn } from '../session/read.ts'

/** Explains why a request failed; empty where it did not. */
export function Reason({ entry }: { readonly entry: JournalEntry }) {
  const { status, fault } = entry
  const { value: faults } = useLoaded(
    () => (fault === undefined ? [] : forge.faults.all()),
    [fault],
  )
  if (status !== 0 && status < 400 && fault === undefined) return null
  const hit = faults?.find(({ id }) => id === fault)
  return (
    <div class={status >= 500 || status === 0 ? 'note is-broken' : 'note is-refused'}>
      <h3>Why</h3>
      <p>{fault === undefined ? reasonOf(entry) : faultReason(fault, hit)}</p>
    </div>
  )
}

function faultReason(id: Fault['id'], fault: Fault | undefined): string {
  if (!fault) return `The fault ${id} hit it, which is gone by now.`
  const { hits, times, id: _, ...rest } = fault
  const what = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`)
  const spent = times === undefined ? `${hits} hits so far` : `${hits} of ${times} hits`
  return `The fault ${id} hit it (${what.join(', ')}; ${spent}).`
}

/** The headers with credentials, with their names for users. */
const credentials = ['private-token', 'authorization', 'job-token', 'cookie'] as const

function reasonOf(entry: JournalEntry): string {
  const { status, user, operationId, method, headers, unhandled } = entry
  if (unhandled) return unhandled.hint
  const { answer } = entry
  const said = typeof answer === 'string' ? answer : refusalIn(answer)
  const sent = credentials.filter((name) => name in headers)
  const who = user ?? 'nobody'
  switch (status) {
    case 400:
    case 422:
      return `What was sent is refused: ${said}`
    case 401:
      return sent.length === 0
        ? 'It carried no token, and this is not for everybody. Send one as PRIVATE-TOKEN.'
        : `Its ${sent.join(' and ')} names nobody: no such token is in this world, or it has expired or been revoked.`
    case 403:
      return `${who} may see this, and may not do it (${operationId ?? method}). Replay it as somebody else to see who may. ${said}`
    case 404:
      return `What the path names is not there, or ${who} may not see it, which is answered alike. Replay it as an administrator to see which. ${said}`
    case 405:
      return `The path is known, with other methods than ${method}.`
    case 409:
      return `The world is in another state: ${said}`
    case 429:
      return 'Too many requests came in too short a time.'
    default:
      return said
  }
}
