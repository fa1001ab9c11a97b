import type { OperationId } from '../../../contract/generated/v3/contract.ts'
import type { OperationResponse } from '../../client/answer.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type { TestContext } from '../../story/test-context.ts'

type Parameters = Readonly<Record<string, unknown>>

/** A read, with a test whether its body shows the written value. */
export interface Read {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Parameters
  readonly shows: (body: unknown, text: string) => boolean
  /** Updated in the background, so the read is repeated until it shows the value. */
  readonly isEventual?: boolean
}

export const read = (
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  shows: Read['shows'],
): Read => ({ caller, operation, parameters, shows })

/** A list with an item whose field has the value. An index that is searched may be updated in the background. */
export const listing = (
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  field: string,
  value: unknown,
): Read => ({
  ...read(
    caller,
    operation,
    { ...parameters, per_page: 100 },
    (body) => Array.isArray(body) && body.some((item) => at(item, field) === value),
  ),
  isEventual: parameters.search !== undefined,
})

/** A record whose field has the value. */
export const showing = (
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  field: string,
  value: unknown,
): Read => read(caller, operation, parameters, (body) => at(body, field) === value)

/**
 * Writes, then performs all reads that show the value, without writes in between. These stories run alone, since
 * concurrent writes could invalidate a stale cache. A value that no read shows was not written.
 */
export async function writeThenRead(
  t: TestContext,
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  readsOf: (body: unknown) => readonly Read[],
): Promise<unknown> {
  const written = await caller.call(operation, parameters as object)
  const reads = await Promise.all(
    readsOf(written.body).map(async (one) => {
      const isShown = ({ status, body, text }: OperationResponse) =>
        status < 300 && one.shows(body, text)
      const readOnce = () => one.caller.attempt(one.operation, one.parameters)
      const answer = await (one.isEventual ? t.eventually(readOnce, isShown) : readOnce())
      return { answer, isShown: isShown(answer) }
    }),
  )
  const isLost = reads.length > 1 && reads.every(({ isShown }) => !isShown)
  if (isLost) {
    const rule = 'What was written is there.'
    t.expect(written, 'last-write', rule).holds(false, 'shown by some read', 'shown by none')
    return written.body
  }
  for (const { answer, isShown } of reads) {
    const rule = `A read shows the last write (${operation}).`
    t.expect(answer, 'last-write', rule).holds(
      isShown,
      'what was written last',
      answer.text.slice(0, 200),
    )
  }
  return written.body
}
