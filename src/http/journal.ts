import type { KnownSecrets } from '../activity/known-secrets.ts'
import {
  type CreatedEntry,
  createEntry,
  type JournalEntry,
  type RecordedRequest,
} from './journal-entry.ts'
import type { Recording } from './kept-request.ts'
import { addRequestMethods, type RequestList } from './request-list.ts'

/** The last requests, oldest first. */
export interface Journal {
  /** One list for good, which is filled from the first look on. */
  readonly entries: RequestList
  record(recording: Recording): void
  clear(): void
}

export interface JournalOptions {
  /** How many requests are remembered at most. */
  readonly limit: number
  readonly masker: KnownSecrets['masker']
  /** Told of the secrets that a request gave the world: later entries may quote them. */
  remember?(secrets: readonly string[]): void
  /** Told of each request. */
  onRecord?(request: RecordedRequest): void
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
  masker,
  remember,
  onRecord,
  onClear,
}: JournalOptions): Journal {
  const entries: JournalEntry[] = []
  const listeners = new Set<(entry: JournalEntry) => void>()
  let kept: CreatedEntry[] = []
  let total = 0
  let isLookedAt = false

  function clear(): void {
    entries.length = 0
    kept = []
    total = 0
    onClear?.()
  }

  function forgetOldest(): void {
    total -= kept.shift()?.length ?? 0
    if (isLookedAt) entries.shift()
  }

  addRequestMethods(entries, { listeners, clear })
  return {
    get entries() {
      if (!isLookedAt) for (const { entry } of kept) entries.push(entry())
      isLookedAt = true
      return entries
    },
    clear,
    record(recording) {
      const created = createEntry(recording, masker)
      if (recording.status < 300) remember?.(created.givenSecrets)
      kept.push(created)
      total += created.length
      if (isLookedAt) entries.push(created.entry())
      while (kept.length > limit || (total > mostCharacters && kept.length > 1)) forgetOldest()
      for (const listener of listeners) listener(created.entry())
      onRecord?.(created)
    },
  }
}
