import type { ApiName } from '../contract/base-paths.ts'
import type { OperationId } from '../contract/operation-contract.ts'
import type { ReceivedBody } from './body.ts'
import type { FaultId } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { IncomingHeaders } from './incoming-request.ts'
import type { BoundedAddress } from './redaction/redact-address.ts'

/** What is known of a request without looking into it. */
export interface KnownRequest {
  readonly id: string
  /** When it came, ISO 8601, by the forge's clock. */
  readonly at: string
  readonly method: string
  /** The API that the operation is of; undefined where no operation was reached. */
  readonly api: ApiName | undefined
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

/** A request and its answer, as they are handed to whoever records them. */
export interface Exchange extends KnownRequest {
  readonly address: BoundedAddress
  readonly headers: IncomingHeaders
  readonly body: ReceivedBody | undefined
  readonly given: GivenParameters
  /** The credentials that came with it, which are masked wherever they stand in the entry. */
  readonly secrets: readonly string[]
  /** The JSON that was sent. */
  readonly json: string | undefined
}
