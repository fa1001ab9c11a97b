import type { ApiName } from '../contract/base-paths.ts'
import type { OperationId } from '../contract/operation-contract.ts'
import type { ReceivedBody } from './body.ts'
import type { FaultId } from './fault-source.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { IncomingHeaders } from './incoming-request.ts'
import type { BoundedAddress } from './redaction/redact-address.ts'

/** The facts about a request that do not require reading its parameters. */
export interface KnownRequest {
  readonly id: string
  /** The time of the request by the forge's clock, ISO 8601. */
  readonly at: string
  readonly method: string
  /** The API of the operation; undefined where no operation was reached. */
  readonly api: ApiName | undefined
  /** Undefined where no operation was reached. */
  readonly operationId: OperationId | undefined
  /** The username of the caller; undefined for an anonymous one. */
  readonly user: string | undefined
  /** The status of the response; 0 where a fault dropped it. */
  readonly status: number
  readonly milliseconds: number
  /** The name of the world; undefined where it has none. */
  readonly world: string | undefined
  /** The id of the fault that hit it; undefined where none did. */
  readonly fault: FaultId | undefined
}

/** A request and its response, as they are passed to the journal. */
export interface Exchange extends KnownRequest {
  readonly address: BoundedAddress
  readonly headers: IncomingHeaders
  readonly body: ReceivedBody | undefined
  readonly given: GivenParameters
  /** The credentials of the request, which are masked wherever they occur in the entry. */
  readonly secrets: readonly string[]
  /** The JSON that was sent. */
  readonly json: string | undefined
}
