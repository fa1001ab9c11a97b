import { excerptOfFields, measuredExcerpt } from '../activity/excerpt.ts'
import type { OperationId } from '../contract/generated/contract.ts'
import type { WrittenJson } from '../resources/remembered.ts'
import { longestBody, type ReceivedBody } from './body.ts'
import type { FaultId } from './fault-source.ts'
import type { IncomingHeaders } from './incoming-request.ts'
import { boundedAddress, longestAddress } from './shown-address.ts'
import { boundedBody, type KeptBody } from './shown-body.ts'
import { headerText } from './shown-headers.ts'

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

/** Field by field: each further object costs the collector of garbage once more for as long as it is kept. */
export function keptOf(recording: Recording, secrets: readonly string[]): Kept {
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
export function lengthOf(recording: Recording, { request, headers, body, answer }: Kept): number {
  const { pathname, search } = request.address
  const texts = [pathname, search, headers, answer ?? '', body?.text ?? '']
  const { characters } = isSmall(recording)
    ? { characters: search.length + (body?.length ?? 0) }
    : measuredExcerpt(request.parameters)
  return texts.reduce((sum, text) => sum + text.length, entryOverhead + characters)
}

function cut({ length }: WrittenJson): WrittenJson {
  const text = JSON.stringify(`(JSON of ${length} characters)`)
  return { length: text.length, isAscii: true, read: () => text }
}

/** What an entry keeps, each of bounded size. */
export interface Kept extends KnownRequest {
  readonly request: KeptRequest
  readonly headers: string
  readonly body: KeptBody | undefined
  readonly answer: WrittenJson | undefined
}

/** What is kept of an address and of parameters. */
export interface KeptRequest {
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
export const isKeptSecret = ({ length }: string) => length <= 500
