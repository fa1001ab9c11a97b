import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Exchange, KnownRequest } from '../../http/exchange.ts'
import { excerptOfFields } from '../../http/redaction/excerpt.ts'
import type { KnownSecrets, Masker } from '../../http/redaction/known-secrets.ts'
import { isPossibleSecret, maskDeep, maskFields } from '../../http/redaction/masking.ts'
import { redactAddress } from '../../http/redaction/redact-address.ts'
import { redactBody } from '../../http/redaction/redact-body.ts'
import { redactHeaders } from '../../http/redaction/redact-headers.ts'
import { printing } from './entry-printing.ts'
import { type JournalRecord, lengthOf, recordOf } from './journal-record.ts'
import { type Unhandled, unhandledOf } from './unhandled.ts'

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

/**
 * What the journal keeps of a request, which is of bounded size. The entry is made, and what it keeps is read
 * and masked, when somebody looks: its getters alone cost as much as the rest.
 */
export class JournalledRequest implements RecordedRequest {
  /** In characters. */
  readonly length: number
  readonly #record: JournalRecord
  readonly #masker: KnownSecrets['masker']
  readonly #apis: readonly ApiName[]
  #entry: JournalEntry | undefined

  /** `apis` are those that are served. */
  constructor(exchange: Exchange, masker: KnownSecrets['masker'], apis: readonly ApiName[]) {
    this.#record = recordOf(exchange)
    this.length = lengthOf(exchange, this.#record)
    this.#masker = masker
    this.#apis = apis
  }

  get operationId(): OperationId | undefined {
    return this.#record.operationId
  }

  /** The secrets that the request gave the world. */
  get givenSecrets(): readonly string[] {
    return this.#record.givenSecrets
  }

  entry(): JournalEntry {
    this.#entry ??= entryOf(this.#record, this.#masker, this.#apis)
    return this.#entry
  }
}

/** What a request without an operation is answered: there is nothing, or nothing by this method. */
const refusals: ReadonlySet<number> = new Set([404, 405])

function entryOf(
  record: JournalRecord,
  masker: KnownSecrets['masker'],
  apis: readonly ApiName[],
): JournalEntry {
  const { address, values, defaulted, givenSecrets, secrets, headers, body, answer, ...known } =
    record
  const parameters = excerptOfFields(values)
  const ownSecrets = [...secrets, ...givenSecrets]
  // Each look at a property takes out what is a secret by then.
  const maskNow = () => masker(ownSecrets)
  // Getters after a prototype of one's own cost a third of what they cost alone, or added later.
  const entry = {
    __proto__: printing,
    ...known,
    get path() {
      return redactAddress(address, maskNow())
    },
    get headers() {
      return redactHeaders(headers, maskNow())
    },
    get body() {
      return body && redactBody(body, maskPossible(maskNow()))
    },
    get unhandled() {
      if (known.operationId !== undefined || !refusals.has(known.status)) return undefined
      return unhandledOf(known.method, address.pathname, apis)
    },
    get parameters() {
      return maskFields(parameters, maskNow())
    },
    get given() {
      const sent = Object.entries(parameters).filter(([name]) => !defaulted.includes(name))
      return maskFields(Object.fromEntries(sent), maskNow())
    },
    get answer() {
      return answer && maskDeep(JSON.parse(answer), maskNow())
    },
  }
  return entry
}

/** The same masker, for texts beside which secrets are found that may be too long. */
function maskPossible(mask: Masker): Masker {
  return (text, more = []) => mask(text, more.filter(isPossibleSecret))
}
