import type { ApiName } from '../contract/base-paths.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { Viewer } from '../gitlab/access/viewer.ts'
import type { ReceivedBody } from './body.ts'
import type { FaultHit } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { RequestAddress } from './request-address.ts'

/** A request on its way: what is found out about it is noted here, step by step, for faults and the journal. */
export interface Call {
  readonly request: IncomingRequest
  readonly address: RequestAddress
  /** What `X-Request-Id` says. */
  readonly id: string
  /** When it came, ISO 8601; undefined where it was refused before the clock was asked. */
  now?: string
  operation?: OperationContract
  viewer?: Viewer
  given: GivenParameters
  /** The credentials that it presented. */
  secrets: readonly string[]
  body?: ReceivedBody
  /** The fault that hit it; null where none did, undefined until that is known. */
  fault?: FaultHit | null
}

/** The API that a call speaks; elsewhere errors read the same in all. */
export function apiNameOf({ address }: Call): ApiName {
  return address.api?.name ?? 'v4'
}
