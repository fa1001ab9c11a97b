import { operations } from '../../../contract/generated/v3/operations.ts'
import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'

/** Returns operations by id; for those beyond the contract, only the request is known. */
export function operationsOf({ operation }: Contract): (id: OperationId) => Operation {
  const beyond = new Map<OperationId, Operation>(
    operations
      .filter(({ isExtension }) => isExtension)
      .map((one) => [one.id, { ...operation('getProject'), ...one }]),
  )
  return (id) => beyond.get(id) ?? operation(id)
}
