import { loadContract } from '../../src/verify/contract/contract.ts'

const { operations } = await loadContract('v3')

/** The resource of each operation, by its operationId. */
export const operationTags: ReadonlyMap<string, string> = new Map(
  operations.map(({ id, resource }) => [id, resource]),
)
