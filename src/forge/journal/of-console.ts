import { consoleHeader } from '../../http/of-console.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Whether the console asked, to show what it shows: a person who reads a log has not asked for that. */
export function isOfConsole({ headers }: Pick<JournalEntry, 'headers'>): boolean {
  return headers[consoleHeader] === '1'
}
