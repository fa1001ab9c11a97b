import type { OperationSummary } from '../results.ts'

/** Groups operations by resource, in the order of the contract. */
export function groupByResource(
  operations: readonly OperationSummary[],
): ReadonlyMap<string, OperationSummary[]> {
  const groups = new Map<string, OperationSummary[]>()
  for (const operation of operations) {
    const group = groups.get(operation.resource)
    if (group) group.push(operation)
    else groups.set(operation.resource, [operation])
  }
  return groups
}
