import type { ApiName } from '../contract/base-paths.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { Viewer } from '../gitlab/access/viewer.ts'
import type { ReceivedBody } from './body.ts'
import type { FaultHit } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { RequestAddress } from './request-address.ts'

/** A request being handled. Each step adds its findings here, for faults and the journal. */
export interface Call {
  readonly request: IncomingRequest
  readonly address: RequestAddress
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** The time of the request, ISO 8601; undefined where it was refused before the clock was read. */
  now?: string
  operation?: OperationContract
  viewer?: Viewer
  given: GivenParameters
  /** The credentials of the request, to be masked. */
  secrets: readonly string[]
  body?: ReceivedBody
  /** The fault that hit it; null where none did, undefined until that is known. */
  fault?: FaultHit | null
}

/** The API of a call. Beside the APIs, where errors read the same in both, it is v4. */
export function apiNameOf({ address }: Call): ApiName {
  return address.api?.name ?? 'v4'
}
