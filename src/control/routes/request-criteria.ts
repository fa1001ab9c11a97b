import { z } from 'zod'
import type { OperationId } from '../../contract/generated/contract.ts'
import { operations } from '../../contract/generated/operations.ts'

const operationIds: ReadonlySet<unknown> = new Set(operations.map(({ id }) => id))

const operationId = z
  .custom<OperationId>(
    (value) => operationIds.has(value),
    'must be the id of an operation, such as createIssue',
  )
  .meta({ type: 'string', description: 'The operationId of the API’s own OpenAPI document' })

/** Which requests are meant: what faults and searches of the journal have in common. */
export const requestCriteria = z.strictObject({
  operation: operationId.optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  user: z.string().optional(),
})
