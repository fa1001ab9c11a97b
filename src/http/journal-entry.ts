import { excerptOfFields } from '../activity/excerpt.ts'
import type { KnownSecrets, Masker } from '../activity/known-secrets.ts'
import { maskDeep, maskFields, secretsIn } from '../activity/masking.ts'
import type { OperationId } from '../contract/generated/contract.ts'
import { partOnDemand } from '../part-on-demand.ts'
import { printing } from './entry-printing.ts'
import {
  isKeptSecret,
  type Kept,
  type KnownRequest,
  keptOf,
  lengthOf,
  type Recording,
} from './kept-request.ts'
import { showAddress } from './shown-address.ts'
import { showBody } from './shown-body.ts'
import { showHeaders } from './shown-headers.ts'
import type { Unhandled } from './unhandled-reason.ts'

/** One request and what was answered to it. Secrets are masked; what is large is cut, with a mark. */
export interface JournalEntry extends KnownRequest {
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
  /** Why no operation was reached; undefined where one was, and beside the API. */
  readonly unhandled: Unhandled | undefined
  /** As the operation was given them, or as they came where they were refused. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Those of `parameters` that the client gave: without what the contract filled in. */
  readonly given: Readonly<Record<string, unknown>>
  /**
   * The JSON that was answered; undefined for a file or no body, a text that says how long it was
   * where it is cut.
   */
  readonly answer: unknown
}

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

/** What tells why a request reached no operation: loaded before such a request is recorded. */
export const unhandledHints = partOnDemand(
  'What tells why requests reached no operation',
  () => import('./unhandled.ts'),
)

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
      return unhandledHints.loaded().unhandledOf(known.method, request.address.pathname)
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
