import type { Viewer } from '../access/viewer.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { RawParameters } from './body.ts'
import type { FaultHit } from './fault-source.ts'

/** What is known of a request by the time it is answered or refused, for the journal. */
export interface RequestTrace {
  operation?: OperationContract
  viewer?: Viewer
  parameters: RawParameters
  /** The credentials that it presented. */
  secrets: readonly string[]
  /** The fault that hit it; null where none did, undefined until that is known. */
  fault?: FaultHit | null
}
