import { consoleHeader } from '../../http/of-console.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Whether a request came from the console for its own display. Readers of a log did not make that request. */
export function isOfConsole({ headers }: Pick<JournalEntry, 'headers'>): boolean {
  return headers[consoleHeader] === '1'
}
