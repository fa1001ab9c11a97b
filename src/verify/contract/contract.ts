import { apis } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OpenApiDocument, Schema } from '../../contract/openapi.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import { createResponseCheck, type ResponseCheck } from '../../contract/response-check.ts'
import { demandedDocument } from './demanded.ts'
import { type Operation, readOperations } from './operation.ts'

/** The contract as a judge reads it. */
export interface Contract {
  readonly api: ApiName
  readonly operations: readonly Operation[]
  /** The document itself, with its marks. */
  readonly document: OpenApiDocument
  operation(id: OperationId): Operation
  /** Where the contract says what an aspect of an operation rests on: `schemas/v3/paths/tags.yaml:14`. */
  placeOf(id: OperationId, aspect: string): string
  /** Says what is wrong with the JSON of an answer, as far as the specification demands it. */
  readonly checkBody: ResponseCheck
  /** Says where a body, or an item of a list, has not the form of a schema such as `Project`. */
  checkForm(form: string, body: unknown): string | undefined
  /** Holds a body to the schema of an answer marked `x-released`. */
  isReleasedAnswer(id: OperationId, situation: string, body: unknown): boolean
}

/** Aspects of what is answered, whatever was sent. */
const ofAnswer: ReadonlySet<string> = new Set(['status', 'media-type', 'schema'])

/** Loads the contract of an API once: compiling its schemas takes longer than many a run. */
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

/** Each form is checked as the answer of an operation of its name, and a list of them as another. */
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

/** Such an answer with a schema of its own is checked as the answer of an operation of that name. */
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
