import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Caller } from '../../story/caller.ts'
import type { OperationResponse } from '../../story/operation-response.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from './write.ts'

export interface Removal {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Readonly<Record<string, unknown>>
  /** Operations that showed it: a list without it, or 404 for one that has no `find`. */
  readonly readers: readonly Reader[]
  /** Whether deleting it once more is answered with 200; it is not tried where that is left open. */
  readonly isIdempotent?: boolean
}

/**
 * Deletes, looks for what was deleted wherever it was shown, and deletes once more. What all still
 * show was not deleted; what one alone still shows is that one's fault.
 */
export async function removeAndRead(t: TestContext, removal: Removal): Promise<void> {
  const { caller, operation, parameters, readers, isIdempotent } = removal
  const answer = await caller.call(operation, parameters as object)
  const reads = await Promise.all(readers.map(readGone))
  const isGone = reads.some((read) => read.isGone)
  const rule = 'What was deleted is gone.'
  const [first] = reads
  if (first) {
    const exchanges = [answer.exchange, first.answer.exchange]
    t.expect({ operation, exchanges }, 'removes', rule).holds(isGone, 'not there', 'still there')
  }
  for (const read of reads) {
    if (isGone || reads.length === 1) {
      t.expect(read.answer, 'shows-no-deleted', 'What was deleted is not shown.').holds(
        read.isGone,
        'not there',
        'still there',
      )
    }
  }
  if (!isIdempotent) return
  const again = await caller.attempt(operation, parameters)
  const rule2 = 'Deleting what is gone already is answered with 200.'
  t.expect(again, 'idempotent', rule2).status([200], 'already_removed')
}

async function readGone({ caller, operation, parameters, find }: Reader): Promise<{
  readonly answer: OperationResponse
  readonly isGone: boolean
}> {
  const answer = await caller.attempt(operation, parameters)
  const isGone = find
    ? answer.status === 200 && find(answer.body) === undefined
    : answer.status === 404
  return { answer, isGone }
}
