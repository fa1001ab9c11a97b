import { type ApiName, apiNames } from '../../contract/base-paths.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { KnownSecrets } from '../../http/redaction/known-secrets.ts'
import { type JournalEntry, JournalledRequest, type RecordedRequest } from './journal-entry.ts'
import { addRequestMethods, type RequestList } from './request-list.ts'

/** The journal of the last requests. */
export interface Journal {
  /** The entries, oldest first: one list throughout, which is created on first access. */
  readonly entries: RequestList
  record(exchange: Exchange): void
  clear(): void
}

export interface JournalOptions {
  /** The served APIs; all by default. */
  readonly apis?: readonly ApiName[]
  /** The maximum number of recorded requests. */
  readonly limit: number
  readonly masker: KnownSecrets['masker']
  /** Called with the secrets among the parameters of a successful request, since later entries may quote them. */
  remember?(secrets: readonly string[]): void
  /** Called with each recorded request. */
  onRecord?(request: RecordedRequest): void
  /** Called when a suite clears the journal. */
  onClear?(): void
}

/** The maximum size of all entries together, in characters. */
const MAX_JOURNAL_CHARACTERS = 16 * 2 ** 20

/**
 * Creates a journal of the last `limit` requests, or of fewer where they are large. Recording is cheap: an entry keeps
 * a few texts of bounded size, which are parsed and masked on access.
 */
export function createJournal(options: JournalOptions): Journal {
  return new RequestJournal(options)
}

class RequestJournal implements Journal {
  readonly #options: JournalOptions
  /** Undefined until the first access. */
  #entries: (JournalEntry[] & RequestList) | undefined
  /** Listeners are added by methods of the entries, so the entries exist wherever there are listeners. */
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  /** The recorded requests; those before `#oldest` are forgotten. */
  #requests: (JournalledRequest | undefined)[] = []
  #oldest = 0
  #total = 0

  constructor(options: JournalOptions) {
    this.#options = options
  }

  get entries(): RequestList {
    if (this.#entries) return this.#entries
    const entries: JournalEntry[] = []
    for (const request of this.#requests) if (request) entries.push(request.entry())
    addRequestMethods(entries, { listeners: this.#listeners, clear: () => this.clear() })
    this.#entries = entries
    return entries
  }

  clear(): void {
    if (this.#entries) this.#entries.length = 0
    this.#requests = []
    this.#oldest = 0
    this.#total = 0
    this.#options.onClear?.()
  }

  record = (exchange: Exchange): void => {
    const { apis = apiNames, limit, masker, remember, onRecord } = this.#options
    const request = new JournalledRequest(exchange, masker, apis)
    if (exchange.status < 300 && request.givenSecrets.length > 0) remember?.(request.givenSecrets)
    this.#requests.push(request)
    this.#total += request.length
    this.#entries?.push(request.entry())
    while (this.#isTooMuch(limit)) this.#forgetOldest()
    if (this.#entries) for (const listener of this.#listeners) listener(request.entry())
    onRecord?.(request)
  }

  #isTooMuch(limit: number): boolean {
    const length = this.#requests.length - this.#oldest
    return length > limit || (this.#total > MAX_JOURNAL_CHARACTERS && length > 1)
  }

  /** Drops the oldest request. The array is only shifted when half of it is unused. */
  #forgetOldest(): void {
    this.#total -= this.#requests[this.#oldest]?.length ?? 0
    this.#requests[this.#oldest] = undefined
    this.#oldest++
    if (this.#oldest > this.#requests.length / 2) {
      this.#requests = this.#requests.slice(this.#oldest)
      this.#oldest = 0
    }
    this.#entries?.shift()
  }
}
