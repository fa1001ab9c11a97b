/** One request and what was answered to it. Secrets are masked. */
export interface JournalEntry {
  readonly id: string
  /** When it came, ISO 8601, by the forge's clock. */
  readonly at: string
  readonly method: string
  /** With the query. */
  readonly path: string
  /** Undefined where no operation was reached. */
  readonly operationId: string | undefined
  /** The username of who asked; undefined for nobody. */
  readonly user: string | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  readonly status: number
  /** The JSON that was answered; undefined for a file or no body. */
  readonly answer: unknown
  readonly milliseconds: number
}

/** The last requests, oldest first. */
export interface Journal {
  readonly entries: readonly JournalEntry[]
  record(entry: JournalEntry): void
  clear(): void
}

/** A journal of the last `limit` requests. */
export function createJournal(limit: number): Journal {
  const entries: JournalEntry[] = []
  return {
    entries,
    record(entry) {
      entries.push(entry)
      if (entries.length > limit) entries.splice(0, entries.length - limit)
    },
    clear() {
      entries.length = 0
    },
  }
}

const secretNames = /^(private_token|access_token|token|password|runners_token|sudo_token)$/i

/** A copy of parameters in which no secret can be read. */
export function maskSecrets(
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      secretNames.test(name) ? '[MASKED]' : value,
    ]),
  )
}

/** The path and query of an address, with its secrets masked. */
export function maskAddress(url: URL): string {
  const masked = new URL(url)
  for (const name of [...masked.searchParams.keys()]) {
    if (secretNames.test(name)) masked.searchParams.set(name, '[MASKED]')
  }
  return decodeURIComponent(masked.search) === ''
    ? masked.pathname
    : masked.pathname + masked.search
}
