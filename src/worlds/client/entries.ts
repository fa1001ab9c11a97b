import { printing } from '../../forge/journal/entry-printing.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/** Gives a received entry of the journal the printed form that entries of the same process have. */
export function printable(entry: JournalEntry): JournalEntry {
  return Object.setPrototypeOf(entry, printing)
}
