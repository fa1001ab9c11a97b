import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { loadContract } from '../contract/contract.ts'
import type { VerifyOptions } from '../options.ts'
import { stories } from '../stories/index.ts'
import { checkNames, readSelection } from './selection.ts'
import { storiesOf } from './stories-of.ts'

/** The operations and stories of a run. */
export interface Plan {
  readonly operations: readonly {
    readonly operation: OperationId
    readonly resource: OperationTag
    readonly aspects: readonly string[]
  }[]
  readonly stories: readonly string[]
}

/** Lists the operations and stories of a run without a server. */
export async function plan(
  options: Pick<VerifyOptions, 'api' | 'only' | 'skip'> = {},
): Promise<Plan> {
  const { api = 'v3' } = options
  const { operations } = await loadContract(api)
  const all = storiesOf({ api })
  checkNames(options, operations, all)
  const selection = readSelection(options, operations)
  return {
    operations: operations
      .filter(({ id, resource }) => selection.hasOperation(id, resource))
      .map((operation) => ({
        operation: operation.id,
        resource: operation.resource,
        aspects: aspectsOf(operation).map(({ name }) => name),
      })),
    stories: all
      .filter((one) => stories.includes(one) && selection.wants(one))
      .map(({ name }) => name),
  }
}
