import type { JournalCriteria } from '../../forge/control.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { ControlCallError } from './call.ts'
import { printable } from './entries.ts'

/** So many milliseconds a server waits in one call at most: a longer wait is several calls. */
const longestCall = 60_000

type Wait = (body: object) => Promise<{ readonly request: JournalEntry }>

/**
 * Waits for a request of a kind, for ever where the timeout is Infinity. One that is made between two
 * calls is not missed: those that were made already count.
 */
export async function waitForRequest(
  wait: Wait,
  criteria: JournalCriteria,
  { timeout = 1000 }: { readonly timeout?: number },
): Promise<JournalEntry> {
  for (let left = timeout; ; left -= longestCall) {
    const isLast = !(left > longestCall)
    try {
      const { request } = await wait({ criteria, timeout: isLast ? left : longestCall })
      return printable(request)
    } catch (error) {
      if (!(error instanceof ControlCallError && error.status === 408)) throw error
      if (isLast) throw left === timeout ? error : saying(error, `${left} ms`, `${timeout} ms`)
    }
  }
}

/** The server tells of the last call alone. */
function saying({ status, message }: ControlCallError, part: string, whole: string): Error {
  return new ControlCallError(status, message.replace(`within ${part}`, `within ${whole}`))
}
