import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { ParameterContract } from '../contract/operation-contract.ts'
import { parameterSchemas } from './api-types.ts'
import type { JsonObject, OpenApiDocument } from './openapi-document.ts'
import type { DescribedOperation } from './operation-table.ts'

/**
 * Writes the TypeScript of the contract: an interface for each resource and for the input of each operation, and for
 * each operation the types of its parameters (after the pipeline coerced them and filled in defaults) and of its
 * result.
 */
export async function writeContractTypes(
  document: OpenApiDocument,
  operations: readonly DescribedOperation[],
): Promise<string> {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: operations.map(({ id }) => id),
    properties: Object.fromEntries(
      operations.map((operation) => [operation.id, typesOf(operation)]),
    ),
    $defs: { ...document.components.schemas, ...parameterSchemas(document, operations) },
  }
  const local = JSON.parse(
    JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as JSONSchema
  const types = await compile(local, 'OperationTypes', {
    additionalProperties: false,
    bannerComment: '// Generated from schemas/ by `npm run generate`. Do not edit.',
    unreachableDefinitions: true,
    format: false,
  })
  const isImported = types.includes('UploadedFile')
  const file = isImported ? ["import type { UploadedFile } from '../../uploaded-file.ts'"] : []
  return [...file, withoutNotes(types), writeTraits(operations)].join('\n')
}

/** Removes the compiler's note about the origin of each definition, which is useless to readers. */
function withoutNotes(types: string): string {
  return types.replace(
    /(?:\n \* ?)?\n \* This interface was referenced by `OperationTypes`'s JSON-Schema\n \* via the `definition` "\w+"\./g,
    '',
  )
}

function typesOf(operation: DescribedOperation): JsonObject {
  const given = operation.parameters.filter(
    ({ name, in: place }) =>
      !(operation.isPaginated && place === 'query' && pagination.includes(name)),
  )
  return {
    type: 'object',
    additionalProperties: false,
    required: operation.result ? ['parameters', 'result'] : ['parameters'],
    properties: {
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: given.filter(isAlwaysGiven).map(({ name }) => name),
        properties: Object.fromEntries(
          given.map(({ name, schema }) => [name, withoutBounds(schema)]),
        ),
      },
      ...(operation.result ? { result: operation.result } : {}),
    },
  }
}

const pagination = ['page', 'per_page']

function isAlwaysGiven({ required, schema }: ParameterContract): boolean {
  return required || schema.default !== undefined
}

/** Removes bounds, which types cannot express; those of arrays would produce tuples. */
function withoutBounds({
  minimum,
  maximum,
  maxLength,
  maxItems,
  ...schema
}: ParameterContract['schema']): JsonObject {
  if (schema.format !== 'binary') return schema as JsonObject
  return { tsType: schema.type?.includes('null') ? 'UploadedFile | null' : 'UploadedFile' }
}

function writeTraits(operations: readonly DescribedOperation[]): string {
  const traits = operations.map(({ id, tag, status, result, isPaginated, parameters }) => {
    const records = parameters.flatMap(({ record }) => (record ? [JSON.stringify(record)] : []))
    const answer = result ? 'json' : [202, 204, 302].includes(status) ? 'nothing' : 'file'
    return `  ${id}: { tag: ${JSON.stringify(tag)}; answer: '${answer}'; isPaginated: ${isPaginated}; records: ${records.join(' | ') || 'never'} }`
  })
  return [
    'export interface OperationTraits {',
    ...traits,
    '}',
    'export type OperationId = keyof OperationTraits',
    "export type OperationTag = OperationTraits[OperationId]['tag']",
    "export type RecordKind = OperationTraits[OperationId]['records']",
    '',
  ].join('\n')
}
