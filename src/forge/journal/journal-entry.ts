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

/** One request and its response. Secrets are masked; long values are cut, with a mark. */
export interface JournalEntry extends KnownRequest {
  /** The path with the query. */
  readonly path: string
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The text of the body as received; undefined where there was none, or none was read. JSON with secrets is serialized
   * again without them. A body over 64 KiB, a multipart form and JSON that nests too deep are replaced by their length.
   */
  readonly body: string | undefined
  /** The reason why no operation was reached; undefined where one was, and outside the API. */
  readonly unhandled: Unhandled | undefined
  /** The parameters that the operation received, or the raw ones where the request was refused. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The `parameters` that the client sent, without the defaults of the contract. */
  readonly given: Readonly<Record<string, unknown>>
  /**
   * The JSON of the response; undefined for a file or an empty body. JSON that is too long is replaced by a text with
   * its length.
   */
  readonly answer: unknown
}

/** A recorded request. */
export interface RecordedRequest {
  readonly operationId: OperationId | undefined
  /** Returns its entry in the journal, always the same object. */
  entry(): JournalEntry
}

/**
 * What the journal keeps of a request, bounded in size. The entry is created, and its values are parsed and masked, on
 * first access: its getters alone cost as much as the rest.
 */
export class JournalledRequest implements RecordedRequest {
  /** The size, in characters. */
  readonly length: number
  readonly #record: JournalRecord
  readonly #masker: KnownSecrets['masker']
  readonly #apis: readonly ApiName[]
  #entry: JournalEntry | undefined

  /** `apis` are the served ones. */
  constructor(exchange: Exchange, masker: KnownSecrets['masker'], apis: readonly ApiName[]) {
    this.#record = recordOf(exchange)
    this.length = lengthOf(exchange, this.#record)
    this.#masker = masker
    this.#apis = apis
  }

  get operationId(): OperationId | undefined {
    return this.#record.operationId
  }

  /** The secrets among the parameters of the request. */
  get givenSecrets(): readonly string[] {
    return this.#record.givenSecrets
  }

  entry(): JournalEntry {
    this.#entry ??= entryOf(this.#record, this.#masker, this.#apis)
    return this.#entry
  }
}

/** The statuses of a request that no route matches: unknown path, or wrong method. */
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
  // Every access masks the secrets that are known at that time.
  const maskNow = () => masker(ownSecrets)
  // Getters in an object literal that sets its prototype cost a third of those without one, or of getters added later.
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

/** Wraps a masker so that it skips secrets found beside a text that are too long. */
function maskPossible(mask: Masker): Masker {
  return (text, more = []) => mask(text, more.filter(isPossibleSecret))
}
