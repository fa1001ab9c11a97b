import { type JsonObject, type OpenApiDocument, resolve } from './openapi-document.ts'
import type { DescribedOperation } from './operation-table.ts'

/**
 * The schemas of what a client sends, by the names of their types: `CreateIssueParameters` holds the
 * query and the body of `createIssue`. What the path names is no part of it.
 */
export function parameterSchemas(
  document: OpenApiDocument,
  operations: readonly DescribedOperation[],
): JsonObject {
  return Object.fromEntries(
    operations.flatMap((described) => {
      const { properties, required } = sentBy(document, described)
      if (Object.keys(properties).length === 0) return []
      const description = `The parameters of ${nameOf(described)}, but for those in its path.`
      const schema = { type: 'object', additionalProperties: false, required, properties }
      return [[`${typeName(described)}Parameters`, { description, ...schema }]]
    }),
  )
}

function sentBy(document: OpenApiDocument, { path, method }: DescribedOperation) {
  const operation = document.paths[path]?.[method.toLowerCase()] ?? {}
  const query = ((operation.parameters ?? []) as JsonObject[])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'query')
  const body = bodySchema(document, operation)
  const properties: Record<string, JsonObject> = {
    ...Object.fromEntries(query.map((one) => [String(one.name), described(one)])),
    ...(body.properties as Record<string, JsonObject> | undefined),
  }
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, withoutLengths(schema)]),
    ),
    required: [
      ...query.filter(({ required }) => required === true).map(({ name }) => String(name)),
      ...((body.required ?? []) as string[]),
    ],
  }
}

function bodySchema(document: OpenApiDocument, { requestBody }: JsonObject): JsonObject {
  const body = requestBody as { content: Record<string, { schema: JsonObject }> } | undefined
  const schema = body?.content['application/json']?.schema
  return schema ? resolve(document, schema) : {}
}

/** The schema of a parameter of the query, with the words that stand beside it. */
function described({ schema, description }: JsonObject): JsonObject {
  return { ...(schema as JsonObject), ...(description === undefined ? {} : { description }) }
}

/** A list of at least one entry would become a tuple, which no array is assignable to. */
function withoutLengths({ minItems: _minItems, maxItems: _maxItems, ...schema }: JsonObject) {
  return schema
}

/**
 * The module that hands on the types of the API under the names that a user of the package imports:
 * one a resource, `…Parameters` for what an operation takes and `…Response` for what it answers.
 */
export function writeApiTypes(
  document: OpenApiDocument,
  operations: readonly DescribedOperation[],
): string {
  const names = [
    ...Object.keys(document.components.schemas ?? {}),
    ...Object.keys(parameterSchemas(document, operations)),
  ].sort()
  const responses = operations.filter(({ result }) => result !== undefined)
  return [
    '// Generated from schemas/ by `npm run generate`. Do not edit.',
    "import type { OperationTypes } from './contract.ts'",
    `export type { ${names.join(', ')} } from './contract.ts'`,
    ...responses.map(
      (one) => `/** What ${nameOf(one)} answers. */
export type ${typeName(one)}Response = OperationTypes['${one.id}']['result']`,
    ),
    '',
  ].join('\n')
}

function nameOf({ id, method, path }: DescribedOperation): string {
  return `\`${id}\`, \`${method} ${path}\``
}

function typeName({ id }: DescribedOperation): string {
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`
}
