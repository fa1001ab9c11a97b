import type { OpenApiDocument } from '../../contract/openapi.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Mapping } from './mapping.ts'
import type { Others } from './others.ts'
import type { Rules } from './rules.ts'
import type { Texts } from './texts.ts'

/** One place in which two answers differ. */
export interface Difference {
  /** `status`, `header X-Total`, or a path in the body: `[].author.name`. */
  readonly place: string
  readonly forge: unknown
  readonly server: unknown
  /** Why the contract allows it; where it is left out, it does not. */
  readonly open?: string
}

/** What two answers are compared by. */
export interface Comparison {
  readonly document: OpenApiDocument
  readonly rules: Rules
  readonly mapping: Mapping
  /** What was last seen of the times of each record, as milliseconds. */
  readonly times: Map<string, { readonly server: number; readonly forge: number }>
  readonly texts: Texts
  readonly others: Others
  /** What a creation gave a record that nobody asked for, by record and field, as both sides first showed it. */
  readonly defaults: Map<string, { readonly server: unknown; readonly forge: unknown }>
}

/** Where a value stands. */
export interface Place {
  readonly path: string
  readonly operation: OperationId
  /** Why nothing is demanded here. */
  readonly open?: string
  /** Why fields may be left out here, where those that are there are held to what they show. */
  readonly sparse?: string
  /** Of what a creation answers: fields that it could have sent and did not, whose default is not stated. */
  readonly unsaid?: ReadonlySet<string>
  /** Of a list that is the body: what its order follows. */
  readonly order?: ListOrder
  /** Whether the call changed when the record was last changed. */
  readonly isTouched?: boolean
  /** Values that were sent, which are to be shown as they are. */
  readonly sent: readonly unknown[]
}

/** By what a list is ordered, as the contract states it or the call asks. */
export interface ListOrder {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}
