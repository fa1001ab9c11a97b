import { createEntry, type JournalEntry, type Mask, type Recording } from './journal-entry.ts'
import { addRequestMethods, type RequestList } from './request-list.ts'

/** The last requests, oldest first. */
export interface Journal {
  readonly entries: RequestList
  record(recording: Recording): void
  clear(): void
}

export interface JournalOptions {
  /** How many requests are remembered at most. */
  readonly limit: number
  readonly mask: Mask
  /** Told of the secrets that a request gave the world: later entries may quote them. */
  remember?(secrets: readonly string[]): void
  /** Told of each request. */
  onRecord?(entry: JournalEntry): void
  /** Told where a suite clears the journal. */
  onClear?(): void
}

/** What the entries hold together, in characters. */
const mostCharacters = 16 * 2 ** 20

/**
 * A journal of the last `limit` requests, of fewer where they are large. Recording costs next to
 * nothing: an entry keeps a few texts of bounded size, which are read and masked when somebody looks.
 */
export function createJournal({
  limit,
  mask,
  remember,
  onRecord,
  onClear,
}: JournalOptions): Journal {
  const entries: JournalEntry[] = []
  const listeners = new Set<(entry: JournalEntry) => void>()
  let lengths: number[] = []
  let total = 0

  function clear(): void {
    entries.length = 0
    lengths = []
    total = 0
    onClear?.()
  }

  addRequestMethods(entries, { listeners, clear })
  return {
    entries,
    clear,
    record(recording) {
      const { entry, length, givenSecrets } = createEntry(recording, mask)
      if (recording.status < 300) remember?.(givenSecrets)
      entries.push(entry)
      lengths.push(length)
      total += length
      while (entries.length > limit || (total > mostCharacters && entries.length > 1)) {
        entries.shift()
        total -= lengths.shift() ?? 0
      }
      for (const listener of listeners) listener(entry)
      onRecord?.(entry)
    },
  }
}
