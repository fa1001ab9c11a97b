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
  /** As the operation was given them, or as they came where they were refused; what is long is cut. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly status: number
  /** The JSON that was answered; undefined for a file or no body. */
  readonly answer: unknown
  readonly milliseconds: number
}

/** A request as it is recorded: the answer is the text that was sent, read when somebody looks. */
export interface Recording extends Omit<JournalEntry, 'answer' | 'path' | 'parameters'> {
  readonly url: URL
  readonly parameters: Readonly<Record<string, unknown>>
  readonly json: string | undefined
}

/** The last requests, oldest first. */
export interface Journal {
  readonly entries: readonly JournalEntry[]
  record(recording: Recording): void
  clear(): void
}

/** All the answers that a journal remembers have together at most this many characters. */
const mostCharacters = 16 * 2 ** 20

/**
 * A journal of the last `limit` requests, of fewer where their answers are large. Recording costs
 * next to nothing: answers are kept as the text that was sent, parameters cut to a readable size.
 * `onRecord` is told of each.
 */
export function createJournal(
  limit: number,
  onRecord: (entry: JournalEntry) => void = () => {},
): Journal {
  const entries: JournalEntry[] = []
  let lengths: number[] = []
  let total = 0
  return {
    entries,
    record({ url, parameters, json, ...known }) {
      const entry = {
        ...known,
        get path() {
          return maskAddress(url)
        },
        parameters: maskParameters(parameters),
        get answer() {
          return json === undefined ? undefined : JSON.parse(json, maskMember)
        },
      }
      const length = url.href.length + (json?.length ?? 0)
      entries.push(entry)
      lengths.push(length)
      total += length
      while (entries.length > limit || (total > mostCharacters && entries.length > 1)) {
        entries.shift()
        total -= lengths.shift() ?? 0
      }
      onRecord(entry)
    },
    clear() {
      entries.length = 0
      lengths = []
      total = 0
    },
  }
}

const masked = '[MASKED]'

/** Names of secrets, as a parameter, as the last step of `a[b]`, and as a field of an answer. */
const secretName =
  /(?:^|\[)(?:private_token|access_token|token|password|password_confirmation|runners_token)\]?$/i

/** What a text, an array and an object may have at most, to be remembered as they are. */
const longest = { text: 2000, entries: 100, depth: 6 }

/** A copy of parameters in which no secret can be read, and which is small whatever was sent. */
export function maskParameters(
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return excerptOfObject(parameters, 0)
}

function excerptOfObject(values: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(values).slice(0, longest.entries)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      secretName.test(name) ? masked : excerpt(value, depth + 1),
    ]),
  )
}

function excerpt(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > longest.text ? `(a text of ${value.length} characters)` : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > longest.depth) return '…'
  if (!Array.isArray(value)) return excerptOfObject(value, depth)
  return value.slice(0, longest.entries).map((one) => excerpt(one, depth + 1))
}

function maskMember(name: string, value: unknown): unknown {
  return typeof value === 'string' && secretName.test(name) ? masked : value
}

/** The path and query of an address, with its secrets masked. */
export function maskAddress(url: URL): string {
  const secrets = [...url.searchParams.keys()].filter((name) => secretName.test(name))
  if (secrets.length === 0) return url.pathname + url.search
  const query = new URLSearchParams(url.search)
  for (const name of secrets) query.set(name, masked)
  return `${url.pathname}?${query}`
}
