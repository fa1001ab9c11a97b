import { MAX_RECORDED_BODY } from '../../http/body.ts'
import type { Exchange, KnownRequest } from '../../http/exchange.ts'
import type { GivenParameters } from '../../http/given-parameters.ts'
import { excerptOfFields, measuredExcerpt } from '../../http/redaction/excerpt.ts'
import { isPossibleSecret } from '../../http/redaction/masking.ts'
import { type BoundedAddress, MAX_RECORDED_ADDRESS } from '../../http/redaction/redact-address.ts'
import { type BoundedBody, boundedBody } from '../../http/redaction/redact-body.ts'
import { headerText } from '../../http/redaction/redact-headers.ts'

/** The longest response that is kept, in characters. */
const MAX_ANSWER_CHARACTERS = 2 ** 20

/** The size of an entry besides its texts, in characters. */
const ENTRY_OVERHEAD = 500

/** Creates the record of a request. */
export function recordOf(exchange: Exchange): JournalRecord {
  const { address, body, json } = exchange
  const { values, defaulted, givenSecrets, secrets } = parametersOf(exchange)
  return {
    id: exchange.id,
    at: exchange.at,
    method: exchange.method,
    api: exchange.api,
    operationId: exchange.operationId,
    user: exchange.user,
    status: exchange.status,
    milliseconds: exchange.milliseconds,
    world: exchange.world,
    fault: exchange.fault,
    address,
    values,
    defaulted,
    givenSecrets,
    secrets,
    headers: headerText(exchange.headers),
    body: body && boundedBody(body),
    answer:
      json && json.length > MAX_ANSWER_CHARACTERS
        ? JSON.stringify(`(JSON of ${json.length} characters)`)
        : json,
  }
}

/** Estimates the size of a record, in characters. */
export function lengthOf(
  exchange: Exchange,
  { address, values, headers, body, answer }: JournalRecord,
): number {
  const { pathname, search } = address
  const texts = [pathname, search, headers, answer ?? '', body?.text ?? '']
  const characters = isSmall(exchange)
    ? search.length + (body?.length ?? 0)
    : measuredExcerpt(values).characters
  return texts.reduce((sum, text) => sum + text.length, ENTRY_OVERHEAD + characters)
}

/** The data of an entry, each part bounded in size. */
export interface JournalRecord extends KnownRequest, RecordedParameters {
  readonly address: BoundedAddress
  readonly headers: string
  readonly body: BoundedBody | undefined
  readonly answer: string | undefined
}

/** The recorded parameters of a request, and its credentials. */
interface RecordedParameters extends Pick<GivenParameters, 'values' | 'defaulted'> {
  /** The secrets among the parameters. */
  readonly givenSecrets: readonly string[]
  /** The credentials that were sent with the request. */
  readonly secrets: readonly string[]
}

/** Whether the request is kept unchanged, since an excerpt would not be shorter. */
function isSmall({ address, body }: Exchange): boolean {
  return address.receivedLength + (body?.bytes.length ?? 0) <= SMALL_REQUEST
}

/** The characters of the address plus the bytes of the body. */
const SMALL_REQUEST = 2000

/** Whether the request is longer than what is recorded of it. */
function isLarge({ address, body }: Exchange): boolean {
  return (
    address.receivedLength > MAX_RECORDED_ADDRESS || (body?.bytes.length ?? 0) > MAX_RECORDED_BODY
  )
}

/**
 * Returns the parameters to record. Those of a large request are copied, since a substring would keep the whole request
 * in memory.
 */
function parametersOf(exchange: Exchange): RecordedParameters {
  const { values, defaulted, secrets: givenSecrets } = exchange.given
  const secrets = exchange.secrets.every(isPossibleSecret)
    ? exchange.secrets
    : exchange.secrets.filter(isPossibleSecret)
  if (isSmall(exchange)) return { values, defaulted, givenSecrets, secrets }
  const excerpt = { values: excerptOfFields(values), defaulted, givenSecrets, secrets }
  return isLarge(exchange) ? JSON.parse(JSON.stringify(excerpt)) : excerpt
}
