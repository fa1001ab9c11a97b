import type { Viewer } from '../access/viewer.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { RawParameters, ReceivedBody } from './body.ts'
import type { FaultHit } from './fault-source.ts'

/** What is known of a request by the time it is answered or refused, for the journal. */
export interface RequestTrace {
  operation?: OperationContract
  viewer?: Viewer
  parameters: RawParameters
  /** The names of those that the contract filled in. */
  defaulted: readonly string[]
  /** The credentials that it presented. */
  secrets: readonly string[]
  body?: ReceivedBody
  /** The fault that hit it; null where none did, undefined until that is known. */
  fault?: FaultHit | null
}
