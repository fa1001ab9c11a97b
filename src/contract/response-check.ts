import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument, Schema } from './openapi.ts'
import type { AnswersAs } from './operation-contract.ts'

/** Strict: no field beyond the schema, for our own answers. Open: a real server may send more. */
export type Reading = 'strict' | 'open'

/** Describes what is wrong with the JSON of a response; undefined where it is valid. */
export type ResponseCheck = (
  operationId: string,
  status: number,
  json: unknown,
) => string | undefined

/** Statuses that every operation may answer, whether its contract names them or not. */
const everywhere = new Set([413, 415])

/**
 * Reads the responses of the contract, strictly or openly: the same schemas, two readings
 * (the schemas themselves never close an object). A schema is compiled when it is first needed. With
 * `released`, answers are held to the shapes of GitLab 8.15 where those are known to be others.
 */
export function createResponseCheck(
  document: OpenApiDocument,
  reading: Reading,
  answersAs: AnswersAs = 'specified',
): ResponseCheck {
  // These options cut compilation to a third and leave checking as fast: shared schemas are compiled once, generated
  // code is not optimized, and schemas are not validated against the meta-schema, which `npm run check` does.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    code: { optimize: false },
  })
  addFormats.default(ajv)
  const schemas = Object.entries(document.components.schemas)
  for (const [name, schema] of schemas) {
    ajv.addSchema(byName(reading === 'strict' ? close(schema, true) : schema), name)
  }
  // A runtime that forbids code generation from strings, such as workerd, fails here and not at the first response.
  ajv.compile({ type: 'object' })
  const compiled = new Map<string, ValidateFunction | 'no body'>()
  const responses = responsesById(document)
  const released = answersAs === 'released' ? releasedSchemas(document) : undefined

  function validatorOf(
    operationId: string,
    status: number,
  ): ValidateFunction | 'no body' | undefined {
    const key = `${operationId} ${status}`
    const known = compiled.get(key)
    if (known) return known
    const ofRelease = released?.get(key)
    const response = responses.get(operationId)?.[status]
    if (!response && !ofRelease) return undefined
    const declared = response?.$ref
      ? document.components.responses[nameOf(response.$ref)]
      : response
    const schema = ofRelease ?? declared?.content?.['application/json']?.schema
    const read = schema && (reading === 'strict' ? close(schema, false) : schema)
    const validator = read ? ajv.compile(byName(read)) : 'no body'
    compiled.set(key, validator)
    return validator
  }

  return (operationId, status, json) => {
    if (everywhere.has(status)) return undefined
    const validator = validatorOf(operationId, status)
    if (!validator) return `${operationId} answered ${status}, which its contract does not name`
    if (validator === 'no body') {
      return json === undefined
        ? undefined
        : `${operationId} ${status}: JSON where the contract has none`
    }
    if (validator(json)) return undefined
    const errors = ajv.errorsText(validator.errors, { dataVar: 'body' })
    return `${operationId} ${status} breaks its contract: ${errors}`
  }
}

function responsesById(document: OpenApiDocument) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  return new Map(operations.map(({ operationId, responses }) => [operationId, responses]))
}

/** The response schemas of GitLab 8.15 where they differ from the specification, by operation and status. */
function releasedSchemas(document: OpenApiDocument): ReadonlyMap<string, Schema> {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  return new Map(
    operations.flatMap(({ operationId, 'x-released': released = [] }) =>
      released.flatMap(({ answered, schema }) =>
        schema ? [[`${operationId} ${answered}`, schema] as const] : [],
      ),
    ),
  )
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/**
 * Refuses fields beyond the schema wherever an object is used. Within `allOf`, the parts of one
 * object stay open and the whole is closed; a named schema is closed where it is referred to.
 */
function close(schema: Schema, isPart: boolean): Schema {
  const closed: Schema = { ...schema }
  if (schema.properties)
    closed.properties = mapValues(schema.properties, (one) => close(one, false))
  if (schema.items) closed.items = close(schema.items, false)
  if (schema.anyOf) closed.anyOf = schema.anyOf.map((one) => close(one, isPart))
  if (schema.allOf) closed.allOf = schema.allOf.map((one) => close(one, true))
  const isObject = schema.properties || schema.allOf || schema.$ref
  if (isObject && !isPart) closed.unevaluatedProperties = false
  return closed
}

function mapValues(schemas: Readonly<Record<string, Schema>>, map: (schema: Schema) => Schema) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]))
}

/** Rewrites references within the document to schemas that were added by name: ajv compiles each once. */
function byName(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"')
  return JSON.parse(text) as Schema
}
