import type { OperationContract } from '../contract/operation-contract.ts'
import type { Viewer } from '../gitlab/access/viewer.ts'
import type { ReceivedBody } from './body.ts'
import type { FaultHit } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'

/** What is known of a request by the time it is answered or refused, for the journal. */
export interface RequestTrace {
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
