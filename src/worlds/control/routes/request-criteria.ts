import { z } from 'zod'
import { isOperationId } from '../../../contract/apis.ts'
import type { OperationId } from '../../../contract/operation-contract.ts'

const operationId = z
  .custom<OperationId>(isOperationId, 'must be the id of an operation, such as createIssue')
  .meta({ type: 'string', description: 'The operationId of the API’s own OpenAPI document' })

/** The criteria that select requests, shared by faults and searches of the journal. */
export const requestCriteria = z.strictObject({
  operation: operationId.optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  user: z.string().optional(),
})
