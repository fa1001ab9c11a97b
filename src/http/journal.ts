import { excerptOfFields } from '../activity/excerpt.ts'
import { maskDeep, maskFields, secretsIn } from '../activity/masking.ts'
import { boundedAddress, showAddress } from './shown-address.ts'

/** One request and what was answered to it. Secrets are masked; what is large is cut, with a mark. */
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
  /** As the operation was given them, or as they came where they were refused. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly status: number
  /** The JSON that was answered; undefined for a file or no body, a text that says how long it was where it is cut. */
  readonly answer: unknown
  readonly milliseconds: number
}

/** A request as it is recorded. */
export interface Recording extends Omit<JournalEntry, 'answer' | 'path' | 'parameters'> {
  readonly url: URL
  readonly parameters: Readonly<Record<string, unknown>>
  /** The credentials that came with it, which are masked wherever they stand in the entry. */
  readonly secrets: readonly string[]
  /** The JSON that was sent. */
  readonly json: string | undefined
}

/** The last requests, oldest first. */
export interface Journal {
  readonly entries: readonly JournalEntry[]
  record(recording: Recording): void
  clear(): void
}

export interface JournalOptions {
  /** How many requests are remembered at most. */
  readonly limit: number
  /** Takes the secrets of the world, and the ones given, out of a text. */
  mask(text: string, secrets: readonly string[]): string
  /** Told of the secrets that a request gave the world: later entries may quote them. */
  remember?(secrets: readonly string[]): void
  /** Told of each request. */
  onRecord?(entry: JournalEntry): void
}

/** What the entries hold, in characters: all together, and the answer of one. */
const mostCharacters = { together: 16 * 2 ** 20, answer: 2 ** 20 }

/** What an entry holds beside its texts, counted as so many characters. */
const entryOverhead = 500

/**
 * A journal of the last `limit` requests, of fewer where they are large. Recording costs next to
 * nothing: an entry keeps two texts of bounded size, which are read and masked when somebody looks.
 */
export function createJournal({ limit, mask, remember, onRecord }: JournalOptions): Journal {
  const entries: JournalEntry[] = []
  let lengths: number[] = []
  let total = 0
  return {
    entries,
    record({ url, parameters, secrets, json, ...known }) {
      const given = secretsIn(parameters).filter(isKeptSecret)
      if (given.length > 0 && known.status < 300) remember?.(given)
      const request = requestText(url, parameters, [...secrets.filter(isKeptSecret), ...given])
      const answer = json !== undefined && json.length > mostCharacters.answer ? cut(json) : json
      const length = request.length + (answer?.length ?? 0) + entryOverhead
      const entry = createEntry(known, request, answer, mask)
      entries.push(entry)
      lengths.push(length)
      total += length
      while (entries.length > limit || (total > mostCharacters.together && entries.length > 1)) {
        entries.shift()
        total -= lengths.shift() ?? 0
      }
      onRecord?.(entry)
    },
    clear() {
      entries.length = 0
      lengths = []
      total = 0
    },
  }
}

const cut = (json: string) => JSON.stringify(`(JSON of ${json.length} characters)`)

/** What is kept of a request. */
interface KeptRequest {
  readonly pathname: string
  readonly search: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly secrets: readonly string[]
}

/** A text of its own: a part of a body would keep the whole of it in memory. */
function requestText(
  url: URL,
  parameters: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): string {
  const request: KeptRequest = {
    ...boundedAddress(url),
    parameters: excerptOfFields(parameters),
    secrets,
  }
  return JSON.stringify(request)
}

/** A longer secret is no token or password that anything here takes. */
const isKeptSecret = ({ length }: string) => length <= 500

function createEntry(
  known: Omit<JournalEntry, 'answer' | 'path' | 'parameters'>,
  request: string,
  answer: string | undefined,
  mask: (text: string, secrets: readonly string[]) => string,
): JournalEntry {
  const read = () => {
    const kept: KeptRequest = JSON.parse(request)
    return { kept, maskText: (text: string) => mask(text, kept.secrets) }
  }
  return {
    ...known,
    get path() {
      const { kept, maskText } = read()
      return showAddress(kept, maskText)
    },
    get parameters() {
      const { kept, maskText } = read()
      return maskFields(kept.parameters, maskText)
    },
    get answer() {
      if (answer === undefined) return undefined
      return maskDeep(JSON.parse(answer), read().maskText)
    },
  }
}
