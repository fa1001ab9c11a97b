import { longestBody } from '../../http/body.ts'
import type { Exchange, KnownRequest } from '../../http/exchange.ts'
import type { GivenParameters } from '../../http/given-parameters.ts'
import { excerptOfFields, measuredExcerpt } from '../../http/redaction/excerpt.ts'
import { isKeptSecret } from '../../http/redaction/masked-secret.ts'
import { type KeptAddress, longestAddress } from '../../http/redaction/redact-address.ts'
import { boundedBody, type KeptBody } from '../../http/redaction/redact-body.ts'
import type { SharedTexts } from './shared-texts.ts'

/** The characters of an answer that is kept. */
const longestAnswer = 2 ** 20

/** What an entry holds beside its texts, counted as so many characters. */
const entryOverhead = 500

/**
 * What is kept of a request. Field by field, and shared where requests have it in common: each further object
 * costs the collector of garbage once more for as long as it is kept.
 */
export function keptOf(recording: Exchange, shared: SharedTexts): Kept {
  const { address, body, json } = recording
  const { values, defaulted, givenSecrets, secrets } = parametersOf(recording)
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
    address,
    values,
    defaulted: shared.list('defaulted', defaulted),
    givenSecrets: shared.list('givenSecrets', givenSecrets),
    secrets: shared.list('secrets', secrets),
    headers: shared.headerText(recording.headers),
    body: body && boundedBody(body),
    answer:
      json && json.length > longestAnswer
        ? JSON.stringify(`(JSON of ${json.length} characters)`)
        : json,
  }
}

/** In characters, more or less. */
export function lengthOf(
  recording: Exchange,
  { address, values, headers, body, answer }: Kept,
): number {
  const { pathname, search } = address
  const texts = [pathname, search, headers, answer ?? '', body?.text ?? '']
  const characters = isSmall(recording)
    ? search.length + (body?.length ?? 0)
    : measuredExcerpt(values).characters
  return texts.reduce((sum, text) => sum + text.length, entryOverhead + characters)
}

/** What an entry keeps, each of bounded size. */
export interface Kept extends KnownRequest, KeptParameters {
  readonly address: KeptAddress
  readonly headers: string
  readonly body: KeptBody | undefined
  readonly answer: string | undefined
}

/** What is kept of the parameters of a request, and of its credentials. */
interface KeptParameters extends Pick<GivenParameters, 'values' | 'defaulted'> {
  /** The secrets among the parameters. */
  readonly givenSecrets: readonly string[]
  /** The credentials that came with it. */
  readonly secrets: readonly string[]
}

/** Whether all that came is kept as it is: no excerpt of it is shorter. */
function isSmall({ address, body }: Exchange): boolean {
  return address.receivedLength + (body?.bytes.length ?? 0) <= smallRequest
}

/** In characters of the address and bytes of the body. */
const smallRequest = 2000

/** Whether more came than is kept. */
function isLarge({ address, body }: Exchange): boolean {
  return address.receivedLength > longestAddress || (body?.bytes.length ?? 0) > longestBody
}

/** With texts of their own where they came in a large request: a part of that would keep the whole in memory. */
function parametersOf(recording: Exchange): KeptParameters {
  const { values, defaulted, secrets: givenSecrets } = recording.given
  const secrets = recording.secrets.every(isKeptSecret)
    ? recording.secrets
    : recording.secrets.filter(isKeptSecret)
  if (isSmall(recording)) return { values, defaulted, givenSecrets, secrets }
  const excerpt = { values: excerptOfFields(values), defaulted, givenSecrets, secrets }
  return isLarge(recording) ? JSON.parse(JSON.stringify(excerpt)) : excerpt
}
