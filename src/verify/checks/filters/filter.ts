import type { OperationId } from '../../../contract/operation-contract.ts'

/** A value of a parameter, with what a list of the fixture then holds and what it does not. */
export interface Filter {
  readonly operation: OperationId
  readonly parameter: string
  readonly value: unknown
  /** By which field the items are distinguished. */
  readonly field: string
  readonly keeps: readonly unknown[]
  readonly leavesOut: readonly unknown[]
  /** Why the list holds nothing that could show whether it is filtered. */
  readonly untested?: string
  /** Further parameters, in place of those of the list. */
  readonly besides?: Readonly<Record<string, unknown>>
}
