import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import { checks } from '../checks/index.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { loadContract } from '../contract/contract.ts'
import type { VerifyOptions } from '../options.ts'
import { stories } from '../stories/index.ts'
import { checkNames, readSelection } from './selection.ts'

/** What a run would check. */
export interface Plan {
  readonly operations: readonly {
    readonly operation: OperationId
    readonly resource: OperationTag
    readonly aspects: readonly string[]
  }[]
  readonly stories: readonly string[]
}

/** Names what a run would check, without a server. */
export async function plan(options: Pick<VerifyOptions, 'only' | 'skip'> = {}): Promise<Plan> {
  const { operations } = await loadContract()
  checkNames(options, operations, [...checks, ...stories])
  const selection = readSelection(options, operations)
  return {
    operations: operations
      .filter(({ id, resource }) => selection.hasOperation(id, resource))
      .map((operation) => ({
        operation: operation.id,
        resource: operation.resource,
        aspects: aspectsOf(operation).map(({ name }) => name),
      })),
    stories: stories.filter(selection.wants).map(({ name }) => name),
  }
}
