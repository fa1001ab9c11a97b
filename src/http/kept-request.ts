import { excerptOfFields, measuredExcerpt } from '../activity/excerpt.ts'
import type { OperationId } from '../contract/generated/contract.ts'
import type { WrittenJson } from '../resources/remembered.ts'
import { longestBody, type ReceivedBody } from './body.ts'
import type { FaultId } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { IncomingHeaders } from './incoming-request.ts'
import { isKeptSecret } from './kept-secret.ts'
import type { SharedTexts } from './shared-texts.ts'
import { type KeptAddress, longestAddress } from './shown-address.ts'
import { boundedBody, type KeptBody } from './shown-body.ts'

/** What is known of a request without looking into it. */
export interface KnownRequest {
  readonly id: string
  /** When it came, ISO 8601, by the forge's clock. */
  readonly at: string
  readonly method: string
  /** Undefined where no operation was reached. */
  readonly operationId: OperationId | undefined
  /** The username of who asked; undefined for nobody. */
  readonly user: string | undefined
  /** 0 where a fault took the answer away. */
  readonly status: number
  readonly milliseconds: number
  /** The name of the world that was asked; undefined where it has none. */
  readonly world: string | undefined
  /** The id of the fault that hit it; undefined where none did. */
  readonly fault: FaultId | undefined
}

/** A request as it is recorded. */
export interface Recording extends KnownRequest {
  readonly address: KeptAddress
  readonly headers: IncomingHeaders
  readonly body: ReceivedBody | undefined
  readonly given: GivenParameters
  /** The credentials that came with it, which are masked wherever they stand in the entry. */
  readonly secrets: readonly string[]
  /** The JSON that was sent. */
  readonly json: WrittenJson | undefined
}

/** The characters of an answer that is kept. */
const longestAnswer = 2 ** 20

/** What an entry holds beside its texts, counted as so many characters. */
const entryOverhead = 500

/**
 * What is kept of a request. Field by field, and shared where requests have it in common: each further object
 * costs the collector of garbage once more for as long as it is kept.
 */
export function keptOf(recording: Recording, shared: SharedTexts): Kept {
  const { address, body, json, given } = recording
  const secrets = recording.secrets.filter(isKeptSecret)
  const request = isSmall(recording)
    ? { given, secrets: shared.secrets(secrets) }
    : excerptOf({ given, secrets }, isLarge(recording))
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
    given: request.given,
    secrets: request.secrets,
    headers: shared.headerText(recording.headers),
    body: body && boundedBody(body),
    answer: json && json.length > longestAnswer ? cut(json) : json,
  }
}

/** In characters, more or less. */
export function lengthOf(
  recording: Recording,
  { address, given, headers, body, answer }: Kept,
): number {
  const { pathname, search } = address
  const texts = [pathname, search, headers, answer ?? '', body?.text ?? '']
  const characters = isSmall(recording)
    ? search.length + (body?.length ?? 0)
    : measuredExcerpt(given.values).characters
  return texts.reduce((sum, text) => sum + text.length, entryOverhead + characters)
}

function cut({ length }: WrittenJson): WrittenJson {
  const text = JSON.stringify(`(JSON of ${length} characters)`)
  return { length: text.length, read: () => text }
}

/** What an entry keeps, each of bounded size. */
export interface Kept extends KnownRequest {
  readonly address: KeptAddress
  readonly given: KeptParameters
  /** The credentials that came with it. */
  readonly secrets: readonly string[]
  readonly headers: string
  readonly body: KeptBody | undefined
  readonly answer: WrittenJson | undefined
}

/** What is kept of parameters. */
export type KeptParameters = Pick<GivenParameters, 'values' | 'defaulted' | 'secrets'>

/** Whether all that came is kept as it is: no excerpt of it is shorter. */
function isSmall({ address, body }: Recording): boolean {
  return address.receivedLength + (body?.bytes.length ?? 0) <= smallRequest
}

/** In characters of the address and bytes of the body. */
const smallRequest = 2000

/** Whether more came than is kept. */
function isLarge({ address, body }: Recording): boolean {
  return address.receivedLength > longestAddress || (body?.bytes.length ?? 0) > longestBody
}

interface Excerpt {
  readonly given: KeptParameters
  readonly secrets: readonly string[]
}

/** With texts of its own where it came in a large one: a part of that would keep the whole in memory. */
function excerptOf({ given, secrets }: Excerpt, isDetached: boolean): Excerpt {
  const { values, defaulted } = given
  const excerpt = {
    given: { values: excerptOfFields(values), defaulted, secrets: given.secrets },
    secrets,
  }
  return isDetached ? JSON.parse(JSON.stringify(excerpt)) : excerpt
}
