import { type ApiName, apiNames } from '../../contract/base-paths.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { KnownSecrets } from '../../http/redaction/known-secrets.ts'
import { type JournalEntry, JournalledRequest, type RecordedRequest } from './journal-entry.ts'
import { addRequestMethods, type RequestList } from './request-list.ts'

/** The last requests, oldest first. */
export interface Journal {
  /** One list for good, which is filled from the first look on. */
  readonly entries: RequestList
  record(exchange: Exchange): void
  clear(): void
}

export interface JournalOptions {
  /** The APIs that are served; all by default. */
  readonly apis?: readonly ApiName[]
  /** How many requests are recorded at most. */
  readonly limit: number
  readonly masker: KnownSecrets['masker']
  /** Called with the secrets that a request gave the world: later entries may quote them. */
  remember?(secrets: readonly string[]): void
  /** Called with each request. */
  onRecord?(request: RecordedRequest): void
  /** Called when a suite clears the journal. */
  onClear?(): void
}

/** What the entries hold together, in characters. */
const MAX_JOURNAL_CHARACTERS = 16 * 2 ** 20

/**
 * A journal of the last `limit` requests, of fewer where they are large. Recording costs next to
 * nothing: an entry keeps a few texts of bounded size, which are read and masked when somebody looks.
 */
export function createJournal(options: JournalOptions): Journal {
  return new RequestJournal(options)
}

class RequestJournal implements Journal {
  readonly #options: JournalOptions
  /** Undefined until somebody looks. */
  #entries: (JournalEntry[] & RequestList) | undefined
  /** Whoever listens has looked at the entries: they are found there. */
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  /** Those from `#oldest` on; the ones before are forgotten. */
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

  /** Without moving the others, but for once in a while. */
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
