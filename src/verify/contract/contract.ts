import type { OperationId } from '../../contract/generated/contract.ts'
import { loadOpenApiDocument } from '../../contract/openapi.ts'
import { createResponseCheck, type ResponseCheck } from '../../contract/response-check.ts'
import { demandedDocument } from './demanded.ts'
import { type Operation, readOperations } from './operation.ts'

/** The contract as a judge reads it. */
export interface Contract {
  readonly operations: readonly Operation[]
  operation(id: OperationId): Operation
  /** Says what is wrong with the JSON of an answer, as far as the specification demands it. */
  readonly checkBody: ResponseCheck
  /** Holds a body to the schema of a known departure. */
  isDeparture(id: OperationId, situation: string, body: unknown): boolean
}

/** Loads the contract once: compiling its schemas takes longer than many a run. */
export function loadContract(): Promise<Contract> {
  loaded ??= readContract()
  return loaded
}

let loaded: Promise<Contract> | undefined

async function readContract(): Promise<Contract> {
  const document = await loadOpenApiDocument()
  const operations = readOperations(document)
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const demanded = demandedDocument(document)
  const operation = (id: OperationId) => {
    const found = byId.get(id)
    if (!found) throw new Error(`schemas: there is no operation ${id}`)
    return found
  }
  return {
    operations,
    operation,
    checkBody: createResponseCheck(demanded, 'open'),
    isDeparture: createDepartureCheck(operations, demanded),
  }
}

/** A departure with a schema of its own is checked as the answer of an operation of that name. */
function createDepartureCheck(
  operations: readonly Operation[],
  { components }: ReturnType<typeof demandedDocument>,
): Contract['isDeparture'] {
  const nameOf = (id: string, situation: string) => `${id} ${situation}`
  const item = Object.fromEntries(
    operations.flatMap(({ id, departures }) =>
      departures.flatMap(({ when, schema }) =>
        schema
          ? [
              [
                nameOf(id, when),
                {
                  operationId: nameOf(id, when),
                  responses: { 200: { content: { 'application/json': { schema } } } },
                },
              ],
            ]
          : [],
      ),
    ),
  )
  const check = createResponseCheck({ paths: { '/': item }, components }, 'open')
  return (id, situation, body) => check(nameOf(id, situation), 200, body) === undefined
}
