import { MAX_RECORDED_BODY } from '../../http/body.ts'
import type { Exchange, KnownRequest } from '../../http/exchange.ts'
import type { GivenParameters } from '../../http/given-parameters.ts'
import { excerptOfFields, measuredExcerpt } from '../../http/redaction/excerpt.ts'
import { isPossibleSecret } from '../../http/redaction/masking.ts'
import { type BoundedAddress, MAX_RECORDED_ADDRESS } from '../../http/redaction/redact-address.ts'
import { type BoundedBody, boundedBody } from '../../http/redaction/redact-body.ts'
import { headerText } from '../../http/redaction/redact-headers.ts'

/** The characters of an answer that is kept. */
const MAX_ANSWER_CHARACTERS = 2 ** 20

/** What an entry holds beside its texts, counted as so many characters. */
const ENTRY_OVERHEAD = 500

/** What is recorded of a request. */
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

/** In characters, more or less. */
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

/** What an entry keeps, each of bounded size. */
export interface JournalRecord extends KnownRequest, RecordedParameters {
  readonly address: BoundedAddress
  readonly headers: string
  readonly body: BoundedBody | undefined
  readonly answer: string | undefined
}

/** What is kept of the parameters of a request, and of its credentials. */
interface RecordedParameters extends Pick<GivenParameters, 'values' | 'defaulted'> {
  /** The secrets among the parameters. */
  readonly givenSecrets: readonly string[]
  /** The credentials that came with it. */
  readonly secrets: readonly string[]
}

/** Whether all that came is kept as it is: no excerpt of it is shorter. */
function isSmall({ address, body }: Exchange): boolean {
  return address.receivedLength + (body?.bytes.length ?? 0) <= SMALL_REQUEST
}

/** In characters of the address and bytes of the body. */
const SMALL_REQUEST = 2000

/** Whether more came than is kept. */
function isLarge({ address, body }: Exchange): boolean {
  return (
    address.receivedLength > MAX_RECORDED_ADDRESS || (body?.bytes.length ?? 0) > MAX_RECORDED_BODY
  )
}

/** With texts of their own where they came in a large request: a part of that would keep the whole in memory. */
function parametersOf(exchange: Exchange): RecordedParameters {
  const { values, defaulted, secrets: givenSecrets } = exchange.given
  const secrets = exchange.secrets.every(isPossibleSecret)
    ? exchange.secrets
    : exchange.secrets.filter(isPossibleSecret)
  if (isSmall(exchange)) return { values, defaulted, givenSecrets, secrets }
  const excerpt = { values: excerptOfFields(values), defaulted, givenSecrets, secrets }
  return isLarge(exchange) ? JSON.parse(JSON.stringify(excerpt)) : excerpt
}
