import { printing } from '../../forge/journal/entry-printing.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/** An entry of the journal as it came, which prints from now on as one of the same process does. */
export function printable(entry: JournalEntry): JournalEntry {
  return Object.setPrototypeOf(entry, printing)
}
