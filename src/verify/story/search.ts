import type { OperationResponse, Seen } from '../client/answer.ts'
import type { Caller, Given, ResultOf } from './caller.ts'
import type { TestContext } from './test-context.ts'

type Listing = 'listGroups' | 'listUsers' | `list${'' | 'Visible' | 'Owned' | 'All'}Projects`

/**
 * Searches for records until the ids of those that are found are the expected ones, and returns the last answer: a
 * server may know of what is new in its index a moment later.
 */
export function search<Id extends Listing>(
  t: TestContext,
  caller: Caller,
  operation: Id,
  parameters: Given<Id>,
  ids: readonly unknown[],
): Promise<OperationResponse<Seen<ResultOf<Id>>>> {
  return t.eventually(
    () => caller.call(operation, parameters),
    ({ body }) => JSON.stringify(idsOf(body)) === JSON.stringify(ids),
  )
}

const idsOf = (body: unknown) =>
  Array.isArray(body) ? body.map((one: { readonly id?: unknown }) => one.id) : undefined
