import { type JsonObject, type OpenApiDocument, resolve } from './openapi-document.ts'
import type { DescribedOperation } from './operation-table.ts'

/**
 * Returns the schemas of client input by type name: `CreateIssueParameters` has the query and the body of
 * `createIssue`, without path parameters.
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

/** Returns the schema of a query parameter with its description. */
function described({ schema, description }: JsonObject): JsonObject {
  return { ...(schema as JsonObject), ...(description === undefined ? {} : { description }) }
}

/** Removes list lengths, since a minimum length would produce a tuple, which no array is assignable to. */
function withoutLengths({ minItems: _minItems, maxItems: _maxItems, ...schema }: JsonObject) {
  return schema
}

/**
 * Writes the module that re-exports the types of the API under the names for users of the package: one for each
 * resource, `…Parameters` for the input of an operation and `…Response` for its response.
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
