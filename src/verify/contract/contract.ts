import { apis } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import { createResponseCheck, type ResponseCheck } from '../../contract/response-check.ts'
import { demandedDocument } from './demanded.ts'
import { type Operation, readOperations } from './operation.ts'

/** The contract as the judge reads it. */
export interface Contract {
  readonly api: ApiName
  readonly operations: readonly Operation[]
  /** The document with its extension fields. */
  readonly document: OpenApiDocument
  operation(id: OperationId): Operation
  /** Returns the place in the contract that an aspect of an operation is based on: `schemas/v3/paths/tags.yaml:14`. */
  placeOf(id: OperationId, aspect: string): string
  /** Describes the problems of a JSON response, as far as the specification requires it. */
  readonly checkBody: ResponseCheck
  /** Describes where a body, or a list item, does not match a schema such as `Project`. */
  checkForm(form: string, body: unknown): string | undefined
  /** Whether a body matches the schema of a response with `x-released`. */
  isReleasedAnswer(id: OperationId, situation: string, body: unknown): boolean
}

/** The aspects of responses that do not depend on the request. */
const ofAnswer: ReadonlySet<string> = new Set([
  'status',
  'media-type',
  'schema',
  'compared',
  'compared-status',
  'compared-items',
  'compared-header',
])

/** Loads the contract of an API once, since compiling its schemas takes longer than many runs. */
export function loadContract(api: ApiName): Promise<Contract> {
  const contract = loaded.get(api) ?? readContract(api)
  loaded.set(api, contract)
  return contract
}

const loaded = new Map<ApiName, Promise<Contract>>()

async function readContract(api: ApiName): Promise<Contract> {
  const [document, places] = await Promise.all([apis[api].loadDocument(), apis[api].loadPlaces()])
  const operations = readOperations(apis[api], document)
  const byId = new Map<OperationId, Operation>(
    operations.map((operation) => [operation.id, operation]),
  )
  const demanded = demandedDocument(document)
  const operation = (id: OperationId) => {
    const found = byId.get(id)
    if (!found) throw new Error(`schemas: there is no operation ${id}`)
    return found
  }
  return {
    api,
    operations,
    document,
    operation,
    placeOf(id, aspect) {
      const { file, line, answer = line, given } = places[id] ?? { file: '', line: 0, given: {} }
      const [kind = '', subject = ''] = aspect.split(':')
      const stated = ofAnswer.has(kind) ? answer : given[subject]
      return `schemas/${api}/${file}:${stated ?? line}`
    },
    checkBody: createResponseCheck(demanded, 'open'),
    checkForm: createFormCheck(demanded),
    isReleasedAnswer: createReleasedAnswerCheck(operations, demanded),
  }
}

/** Validates each form as the response of a pseudo-operation with its name, and lists of it as another. */
function createFormCheck({
  components,
}: ReturnType<typeof demandedDocument>): Contract['checkForm'] {
  const asAnswer = (operationId: string, schema: Schema) => ({
    operationId,
    responses: { 200: { content: { 'application/json': { schema } } } },
  })
  const item = Object.fromEntries(
    Object.keys(components.schemas).flatMap((name) => {
      const schema = { $ref: `#/components/schemas/${name}` }
      const list = { type: 'array', items: schema }
      return [
        [name, asAnswer(name, schema)],
        [`${name}[]`, asAnswer(`${name}[]`, list)],
      ]
    }),
  )
  const check = createResponseCheck({ paths: { '/': item }, components }, 'open')
  return (form, body) => check(Array.isArray(body) ? `${form}[]` : form, 200, body)
}

/** Validates such a response with a schema of its own as that of a pseudo-operation. */
function createReleasedAnswerCheck(
  operations: readonly Operation[],
  { components }: ReturnType<typeof demandedDocument>,
): Contract['isReleasedAnswer'] {
  const nameOf = (id: string, situation: string) => `${id} ${situation}`
  const item = Object.fromEntries(
    operations.flatMap(({ id, releasedAnswers }) =>
      releasedAnswers.flatMap(({ when, schema }) =>
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
