import { excerptOfFields, measuredExcerpt } from '../activity/excerpt.ts'
import type { KnownSecrets, Masker } from '../activity/known-secrets.ts'
import { maskDeep, maskFields, secretsIn } from '../activity/masking.ts'
import type { OperationId } from '../contract/generated/contract.ts'
import type { WrittenJson } from '../resources/remembered.ts'
import type { ReceivedBody } from './body.ts'
import { printing } from './entry-printing.ts'
import type { FaultId } from './fault-source.ts'
import type { IncomingHeaders } from './incoming-request.ts'
import { boundedAddress, longestAddress, showAddress } from './shown-address.ts'
import { boundedBody, type KeptBody, longestBody, showBody } from './shown-body.ts'
import { headerText, showHeaders } from './shown-headers.ts'
import { type Unhandled, unhandledOf } from './unhandled.ts'

/** One request and what was answered to it. Secrets are masked; what is large is cut, with a mark. */
export interface JournalEntry {
  readonly id: string
  /** When it came, ISO 8601, by the forge's clock. */
  readonly at: string
  readonly method: string
  /** With the query. */
  readonly path: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The text of the body as it came; undefined where there was none, or none was read. JSON with
   * secrets is written anew without them; of more than 64 KiB, of a multipart form and of JSON that
   * nests too deep it says how long it was.
   */
  readonly body: string | undefined
  /** Undefined where no operation was reached. */
  readonly operationId: OperationId | undefined
  /** Why no operation was reached; undefined where one was, and beside the API. */
  readonly unhandled: Unhandled | undefined
  /** The username of who asked; undefined for nobody. */
  readonly user: string | undefined
  /** As the operation was given them, or as they came where they were refused. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Those of `parameters` that the client gave: without what the contract filled in. */
  readonly given: Readonly<Record<string, unknown>>
  /** 0 where a fault took the answer away. */
  readonly status: number
  /** The JSON that was answered; undefined for a file or no body, a text that says how long it was where it is cut. */
  readonly answer: unknown
  readonly milliseconds: number
  /** The name of the world that was asked; undefined where it has none. */
  readonly world: string | undefined
  /** The id of the fault that hit it; undefined where none did. */
  readonly fault: FaultId | undefined
}

/** What is known of a request without looking into it. */
type Known = Omit<
  JournalEntry,
  'answer' | 'body' | 'given' | 'headers' | 'parameters' | 'path' | 'unhandled'
>

/** A request as it is recorded. */
export interface Recording extends Known {
  readonly url: URL
  readonly headers: IncomingHeaders
  readonly body: ReceivedBody | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  /** The names of the parameters that the contract filled in. */
  readonly defaulted: readonly string[]
  /** The credentials that came with it, which are masked wherever they stand in the entry. */
  readonly secrets: readonly string[]
  /** The JSON that was sent. */
  readonly json: WrittenJson | undefined
}

/** The characters of an answer that is kept. */
const longestAnswer = 2 ** 20

/** What an entry holds beside its texts, counted as so many characters. */
const entryOverhead = 500

/** A request that was recorded. */
export interface RecordedRequest {
  readonly operationId: OperationId | undefined
  /** Its entry in the journal: the same one each time. */
  entry(): JournalEntry
}

/** What is kept of a request, its length in characters, and the secrets that it gave the world. */
export interface CreatedEntry extends RecordedRequest {
  readonly length: number
  readonly givenSecrets: readonly string[]
}

/**
 * Keeps of a request what is of bounded size. The entry is made, and what it keeps is read and masked,
 * when somebody looks: its getters alone cost as much as the rest.
 */
export function createEntry(recording: Recording, masker: KnownSecrets['masker']): CreatedEntry {
  const givenSecrets = secretsIn(recording.parameters).filter(isKeptSecret)
  const kept = keptOf(recording, [...recording.secrets.filter(isKeptSecret), ...givenSecrets])
  let made: JournalEntry | undefined
  function entry(): JournalEntry {
    made ??= entryOf(kept, masker)
    return made
  }
  return { operationId: kept.operationId, entry, length: lengthOf(recording, kept), givenSecrets }
}

/** Field by field: each further object costs the collector of garbage once more for as long as it is kept. */
function keptOf(recording: Recording, secrets: readonly string[]): Kept {
  const { url, body, json, parameters, defaulted } = recording
  const request = { address: boundedAddress(url), parameters, defaulted, secrets }
  return {
    id: recording.id,
    at: recording.at,
    method: recording.method,
    operationId: recording.operationId,
    user: recording.user,
    status: recording.status,
    milliseconds: recording.milliseconds,
    world: recording.world,
    fault: recording.fault,
    request: isSmall(recording) ? request : excerptOf(request, isLarge(recording)),
    headers: headerText(recording.headers),
    body: body && boundedBody(body),
    answer: json && json.length > longestAnswer ? cut(json) : json,
  }
}

/** In characters, more or less. */
function lengthOf(recording: Recording, { request, headers, body, answer }: Kept): number {
  const { pathname, search } = request.address
  const texts = [pathname, search, headers, answer ?? '', body?.bytes ?? '']
  const { characters } = isSmall(recording)
    ? { characters: search.length + (body?.length ?? 0) }
    : measuredExcerpt(request.parameters)
  return texts.reduce((sum, text) => sum + text.length, entryOverhead + characters)
}

function cut({ length }: WrittenJson): WrittenJson {
  const text = JSON.stringify(`(JSON of ${length} characters)`)
  return { length: text.length, read: () => text }
}

/** What an entry keeps, each of bounded size. */
interface Kept extends Known {
  readonly request: KeptRequest
  readonly headers: string
  readonly body: KeptBody | undefined
  readonly answer: WrittenJson | undefined
}

/** What is kept of an address and of parameters. */
interface KeptRequest {
  readonly address: Pick<URL, 'pathname' | 'search'>
  readonly parameters: Readonly<Record<string, unknown>>
  readonly defaulted: readonly string[]
  readonly secrets: readonly string[]
}

/** Whether all that came is kept as it is: no excerpt of it is shorter. */
function isSmall({ url, body }: Recording): boolean {
  return url.href.length + (body?.bytes.length ?? 0) <= smallRequest
}

/** In characters of the address and bytes of the body. */
const smallRequest = 2000

/** Whether more came than is kept. */
function isLarge({ url, body }: Recording): boolean {
  return url.href.length > longestAddress || (body?.bytes.length ?? 0) > longestBody
}

/** With texts of its own where it came in a large one: a part of that would keep the whole in memory. */
function excerptOf(request: KeptRequest, isDetached: boolean): KeptRequest {
  const excerpt = { ...request, parameters: excerptOfFields(request.parameters) }
  return isDetached ? JSON.parse(JSON.stringify(excerpt)) : excerpt
}

/** A longer secret is no token or password that anything here takes. */
const isKeptSecret = ({ length }: string) => length <= 500

/** What a request without an operation is answered: there is nothing, or nothing by this method. */
const refusals: ReadonlySet<number> = new Set([404, 405])

function entryOf(kept: Kept, masker: KnownSecrets['masker']): JournalEntry {
  const { request: received, headers, body, answer, ...known } = kept
  const request = { ...received, parameters: excerptOfFields(received.parameters) }
  // Each look at a property takes out what is a secret by then.
  const maskNow = () => masker(request.secrets)
  // Getters after a prototype of one's own cost a third of what they cost alone, or added later.
  const entry = {
    __proto__: printing,
    ...known,
    get path() {
      return showAddress(request.address, maskNow())
    },
    get headers() {
      return showHeaders(headers, maskNow())
    },
    get body() {
      return body && showBody(body, maskKept(maskNow()))
    },
    get unhandled() {
      if (known.operationId !== undefined || !refusals.has(known.status)) return undefined
      return unhandledOf(known.method, request.address.pathname)
    },
    get parameters() {
      return maskFields(request.parameters, maskNow())
    },
    get given() {
      const given = Object.entries(request.parameters).filter(
        ([name]) => !request.defaulted.includes(name),
      )
      return maskFields(Object.fromEntries(given), maskNow())
    },
    get answer() {
      return answer && maskDeep(JSON.parse(answer.read()), maskNow())
    },
  }
  return entry
}

/** The same masker, for texts beside which secrets are found that may be too long. */
function maskKept(mask: Masker): Masker {
  return (text, more = []) => mask(text, more.filter(isKeptSecret))
}
