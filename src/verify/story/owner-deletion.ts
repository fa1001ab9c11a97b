import type { OperationResponse } from '../client/answer.ts'
import type { Given } from './caller.ts'
import type { Person, TestContext } from './test-context.ts'

interface OwnerDeletion {
  readonly owner: Person
  readonly developer: Person
  readonly operation: 'deleteIssue' | 'deleteMergeRequest'
  /** The operation that shows the record before its deletion. */
  readonly reader: 'getIssue' | 'getMergeRequest'
  readonly parameters: Given<'deleteIssue'> | Given<'deleteMergeRequest'>
}

/** Deletes a record that a developer of the project cannot delete, but its owner can; returns the response. */
export async function deleteAsOwner(
  t: TestContext,
  { owner, developer, operation, reader, parameters }: OwnerDeletion,
): Promise<OperationResponse> {
  await t.refused(
    developer,
    operation,
    parameters,
    [403],
    'permission:developer',
    'Administrators and owners of the project delete issues and merge requests, others do not.',
  )
  const gone = await owner.call(operation, parameters)
  const read = await developer.attempt(reader, parameters)
  t.expect(gone, 'removes').equal(read.status, 404)
  return gone
}
