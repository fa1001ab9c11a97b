import { type Act, answer, on } from './faults/operations.ts'
import { type Json, readJson, withJson } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/** The refusals of one status say something else than is stated. */
export const editRefusal = (
  operation: OperationId,
  status: number,
  what: string,
  edit: (json: Json) => Json,
): Mutant => ({
  name: `${operation} answers ${status} with ${what}`,
  operation,
  kind: 'value wrong',
  fault: on(operation, editing(status, edit)),
})

function editing(status: number, edit: (json: Json) => Json): Act {
  return async (call, context) => {
    const response = await answer(call, context)
    const json = response.status === status ? await readJson(response) : undefined
    if (json === undefined) return response
    context.hit()
    return withJson(response, edit(json))
  }
}
