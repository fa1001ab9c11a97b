import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type {
  OperationContract,
  ParameterContract,
  ParameterRule,
  ReleasedAnswer,
  UnservedOperation,
} from '../contract/operation-contract.ts'
import { type JsonObject, methods, type OpenApiDocument, resolve } from './openapi-document.ts'

export interface DescribedOperation extends OperationContract {
  /** The schema of the response; undefined where it is a file. */
  readonly result: JsonObject | undefined
}

/** Reads the operations of a joined document into the routing table of the pipeline. */
export function readOperations(document: OpenApiDocument): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [describeOperation(document, path, method, operation)] : []
    }),
  )
}

function describeOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: JsonObject,
): DescribedOperation {
  const responses = operation.responses as Record<string, JsonObject>
  const status = statusOfSuccess(responses)
  const content = (responses[status]?.content ?? {}) as Record<string, { schema: JsonObject }>
  const declared = operation.parameters as JsonObject[]
  return {
    id: operation.operationId as OperationContract['id'],
    method: method.toUpperCase() as OperationContract['method'],
    path,
    tag: (operation.tags as OperationContract['tag'][])[0] ?? unnamed(method, path),
    ...(operation['x-extension'] ? { isExtension: true } : {}),
    ...(operation['x-also-at'] ? { alsoAt: operation['x-also-at'] as string[] } : {}),
    access: operation['x-access'] as OperationContract['access'],
    ...(operation['x-parameters-first'] ? { checksParametersFirst: true } : {}),
    ...(operation['x-managers-first'] ? { checksManagersFirst: true } : {}),
    isPaginated: operation['x-paginated'] === true,
    ...(operation['x-job-token'] ? { takesJobToken: true } : {}),
    ...(operation['x-uncounted'] ? { isUncounted: true } : {}),
    ...(operation['x-keyset'] ? { keysetOrders: operation['x-keyset'] as string[] } : {}),
    ...(operation['x-keyset-else'] ? { keysetElse: operation['x-keyset-else'] as 'pages' } : {}),
    ...(operation['x-keyset-of'] ? { keysetOf: operation['x-keyset-of'] as 'nobody' } : {}),
    ...(operation['x-offset-limited']
      ? { offsetLimited: operation['x-offset-limited'] as string }
      : {}),
    ...(operation['x-page-token'] ? { pageToken: operation['x-page-token'] as string } : {}),
    ...describeRules(operation),
    ...(operation['x-when-gone']
      ? { whenGone: operation['x-when-gone'] as OperationContract['whenGone'] }
      : {}),
    ...(operation['x-status-of-head']
      ? { statusOfHead: operation['x-status-of-head'] as number }
      : {}),
    ...(operation['x-has-effect'] ? { hasEffect: true } : {}),
    ...(operation['x-depends-on-time'] ? { dependsOnTime: true } : {}),
    ...(operation['x-form'] ? { form: operation['x-form'] as string } : {}),
    status,
    statuses: Object.keys(responses).map(Number),
    ...describeReleased(operation),
    parameters: [
      ...declared.map((parameter) => describeParameter(resolve(document, parameter))),
      ...describeBody(document, operation),
    ],
    result: resultOf(responses, content['application/json']?.schema),
  }
}

/** Returns the schema of success; the union where an operation can also respond with a mere confirmation. */
function resultOf(
  responses: Record<string, JsonObject>,
  schema: JsonObject | undefined,
): JsonObject | undefined {
  const others = responses[201] ? (responses[200] ?? responses[202]) : responses[202]
  const content = others?.content as Record<string, { schema: JsonObject }> | undefined
  const shown = content?.['application/json']?.schema
  return schema && shown && shown !== schema ? { anyOf: [schema, shown] } : schema
}

/**
 * Prefers 201 over 200 over 202 and 204: where several are documented, the operation chooses the rarer ones explicitly.
 */
function statusOfSuccess(responses: Record<string, JsonObject>): number {
  return [201, 200, 202, 204, 302].find((status) => responses[status]) ?? 200
}

function describeRules(operation: JsonObject): Pick<OperationContract, 'parameterRules'> {
  const declared = operation['x-parameter-rules'] as object as ParameterRule[] | undefined
  return declared ? { parameterRules: declared } : {}
}

function unnamed(method: string, path: string): never {
  throw new Error(`schemas/paths: ${method} ${path} has no tag; name the resource it belongs to`)
}

function describeReleased(operation: JsonObject): Pick<OperationContract, 'released'> {
  const declared = operation['x-released'] as ReleasedAnswer[] | undefined
  if (!declared) return {}
  return {
    released: declared.map(({ when, specified, answered }) => ({ when, specified, answered })),
  }
}

function describeParameter(parameter: JsonObject): ParameterContract {
  return {
    name: parameter.name as string,
    in: parameter.in as ParameterContract['in'],
    required: parameter.required === true,
    schema: {
      ...bareSchema(parameter.schema as JsonObject),
      ...(parameter['x-comma-separated'] ? { isCommaSeparated: true } : {}),
    },
    ...(parameter['x-record']
      ? { record: parameter['x-record'] as ParameterContract['record'] }
      : {}),
    ...(parameter['x-record-by'] === 'iid' ? { isIid: true } : {}),
    ...(parameter['x-missing'] === 'unnamed' ? { isUnnamed: true } : {}),
    ...(parameter['x-hidden'] === 'missing' ? { isHiddenMissing: true } : {}),
    ...(parameter['x-spans-slashes'] ? { spansSlashes: true } : {}),
    ...(parameter['x-keeps-suffix'] ? { keepsSuffix: true } : {}),
    ...(parameter['x-form'] ? { form: parameter['x-form'] as string } : {}),
    ...(parameter['x-clamped']
      ? { clamped: parameter['x-clamped'] as ParameterContract['clamped'] }
      : {}),
    ...(parameter['x-refuses-empty'] ? { refusesEmpty: true } : {}),
    ...(parameter['x-numeric'] ? { isNumeric: true } : {}),
  }
}

function describeBody(document: OpenApiDocument, operation: JsonObject): ParameterContract[] {
  const body = operation.requestBody as
    | { content: Record<string, { schema: JsonObject }> }
    | undefined
  const declared = body?.content['application/json']?.schema
  if (!declared) return []
  const schema = resolve(document, declared)
  const required = (schema.required ?? []) as string[]
  const properties = schema.properties as Record<string, JsonObject>
  const extensions = (operation['x-extension-parameters'] ?? []) as string[]
  const unknown = extensions.find((name) => !properties[name])
  if (unknown) throw new Error(`${String(operation.operationId)} has no parameter ${unknown}`)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'body',
    required: required.includes(name),
    ...(extensions.includes(name) ? { isExtension: true } : {}),
    ...(property['x-refuses-empty'] ? { refusesEmpty: true } : {}),
    ...(property['x-needs-value'] ? { needsValue: true } : {}),
    schema: bareSchema(resolve(document, property)),
  }))
}

/** The formats of strings and numbers that the parameter parser uses. */
const readFormats = ['date', 'date-time', 'binary', 'int64']

/**
 * Removes descriptions, since the table is loaded at every start. Patterns, lengths and most formats of strings are
 * removed as well: they are for clients and the judge, whereas verbs check them and report all errors together. The
 * same goes for bounds of a schema with `x-checked-by-verb`.
 */
function bareSchema(schema: JsonObject): ParameterContract['schema'] {
  const isForReaders = (key: string, value: unknown) =>
    ['description', 'pattern', 'minLength'].includes(key) ||
    key.startsWith('x-') ||
    (key === 'format' && !readFormats.includes(String(value)))
  return JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (isForReaders(key, value)) return undefined
      if (value?.['x-comma-separated'] === true) return { ...value, isCommaSeparated: true }
      if (value?.['x-checked-by-verb'] !== true) return value
      const { minimum: _minimum, maxLength: _maxLength, ...rest } = value
      return rest
    }),
  ) as ParameterContract['schema']
}

/** A subject of an API that Forgery does not serve: an entry of `unserved.yaml`. */
export interface UnservedSubject {
  readonly about: string
  /** Why it is not served. */
  readonly why: string
  readonly instead?: string
  readonly paths: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads `unserved.yaml`. Operations that the contract has by now are left out, so that adding an operation needs no
 * change of this file. Throws where a subject has no reason.
 */
export function readUnserved(
  file: string,
  operations: readonly Pick<OperationContract, 'method' | 'path' | 'alsoAt'>[],
): UnservedSubject[] {
  const served = new Set(
    operations.flatMap(({ method, path, alsoAt = [] }) =>
      [path, ...alsoAt].map((place) => `${method} ${place}`),
    ),
  )
  return (parse(readFileSync(file, 'utf8')) as UnservedSubject[]).flatMap((subject) => {
    if (!subject.why)
      throw new Error(`${file}: "${subject.about}" does not say why it is not served`)
    const left = Object.entries(subject.paths)
      .map(
        ([path, methods]) =>
          [path, methods.filter((one) => !served.has(`${one} ${path}`))] as const,
      )
      .filter(([, methods]) => methods.length > 0)
    return left.length > 0 ? [{ ...subject, paths: Object.fromEntries(left) }] : []
  })
}

/** Lists the operations of the subjects, one entry each. */
export function unservedOperations(subjects: readonly UnservedSubject[]): UnservedOperation[] {
  return subjects.flatMap(({ instead, paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      methods.map((method) => ({ method, path, ...(instead ? { instead } : {}) })),
    ),
  )
}
