import { z } from 'zod'
import type { OperationId } from '../../../contract/operation-contract.ts'
import { isOperationId } from '../../../contract/operation-ids.ts'

const operationId = z
  .custom<OperationId>(isOperationId, 'must be the id of an operation, such as createIssue')
  .meta({ type: 'string', description: 'The operationId of the API’s own OpenAPI document' })

/** Which requests are meant: what faults and searches of the journal have in common. */
export const requestCriteria = z.strictObject({
  operation: operationId.optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  user: z.string().optional(),
})
