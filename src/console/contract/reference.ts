import type { ApiName } from '../../contract/base-paths.ts'
import { loadDocument, type OpenApiDocument, resolve } from '../session/openapi.ts'

/** An operation of an API, from its OpenAPI document. */
export interface Operation {
  readonly api: ApiName
  readonly id: string
  readonly method: string
  /** The path below the base path, with `{names}` for parameters. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  /** The required access. */
  readonly access: 'public' | 'user' | 'admin'
  /** The choice that Forgery makes where the specification is silent. */
  readonly choice?: string
  /** Whether GitLab 8.15 had it although the specification of v3 does not mention it. */
  readonly isExtension: boolean
  readonly parameters: readonly Parameter[]
  readonly answers: readonly Answer[]
}

export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly isRequired: boolean
  /** The type in words: `integer`, `array of string`, `asc or desc`. */
  readonly type: string
  /** The allowed values; empty where they are not restricted. */
  readonly values: readonly string[]
  readonly description: string
  readonly isMany: boolean
  readonly isNumber: boolean
  readonly isFlag: boolean
}

export interface Answer {
  readonly status: string
  readonly description: string
  /** The fields of the record, or of each record of the list, with their types. */
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly isList: boolean
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly format?: string
  readonly description?: string
}

interface DescribedParameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface DescribedAnswer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface DescribedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-access'?: Operation['access']
  readonly 'x-unspecified'?: string
  readonly 'x-extension'?: boolean
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
  }
  readonly responses?: Readonly<Record<string, DescribedAnswer>>
}

/**
 * Loads the operations of an API, in the order of its document.
 *
 * @example const operations = await loadReference('v4')
 */
export async function loadReference(api: ApiName): Promise<readonly Operation[]> {
  const document = await loadDocument(api)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item[method] as DescribedOperation | undefined
      return described ? [operationOf(document, api, method, path, described)] : []
    }),
  )
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

function operationOf(
  document: OpenApiDocument,
  api: ApiName,
  method: string,
  path: string,
  described: DescribedOperation,
): Operation {
  const { operationId, summary = '', tags = [], parameters = [], responses = {} } = described
  return {
    api,
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    tag: tags[0] ?? 'Other',
    access: described['x-access'] ?? 'user',
    ...(described['x-unspecified'] ? { choice: described['x-unspecified'] } : {}),
    isExtension: described['x-extension'] === true,
    parameters: [
      ...parameters.map((one) => parameterOf(document, one)),
      ...bodyOf(document, described),
    ],
    answers: Object.entries(responses)
      .filter(([status]) => status.startsWith('2') || status.startsWith('3'))
      .map(([status, answer]) => answerOf(document, status, answer)),
  }
}

function parameterOf(document: OpenApiDocument, given: DescribedParameter): Parameter {
  const {
    name = '',
    in: place,
    required = false,
    description,
    schema = {},
  } = resolve(document, given)
  return {
    ...fieldOf(document, name, schema),
    place: place === 'path' ? 'path' : 'query',
    isRequired: required,
    description: description ?? '',
  }
}

function bodyOf(document: OpenApiDocument, { requestBody }: DescribedOperation): Parameter[] {
  const [content] = Object.values(requestBody?.content ?? {})
  const { properties = {}, required = [] } = resolve(document, content?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) => ({
    ...fieldOf(document, name, schema),
    place: 'body',
    isRequired: required.includes(name),
    description: schema.description ?? '',
  }))
}

function fieldOf(document: OpenApiDocument, name: string, given: Schema) {
  const schema = resolve(document, given)
  const types = [schema.type ?? []].flat()
  return {
    name,
    type: typeOf(document, schema),
    values: (schema.enum ?? schema.items?.enum ?? []).map(String),
    isMany: types.includes('array'),
    isNumber: types.includes('integer') || types.includes('number'),
    isFlag: types.includes('boolean'),
  }
}

function typeOf(document: OpenApiDocument, given: Schema): string {
  const { $ref } = given
  const schema = resolve(document, given)
  if (schema.enum) return schema.enum.map(String).join(' or ')
  if (schema.items) return `array of ${typeOf(document, schema.items)}`
  if ($ref) return $ref.split('/').at(-1) ?? 'object'
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(document, one)).join(' or ')
  const types = [schema.type ?? 'any'].flat()
  return [...types.filter((type) => type !== 'null'), ...(types.includes('null') ? ['null'] : [])]
    .map((type) => (type === 'string' && schema.format ? schema.format : type))
    .join(' or ')
}

function answerOf(document: OpenApiDocument, status: string, given: DescribedAnswer): Answer {
  const { description = '', content = {} } = resolve(document, given)
  const schema = resolve(document, content['application/json']?.schema ?? {})
  const item = schema.items ? resolve(document, schema.items) : schema
  return {
    status,
    description,
    isList: schema.items !== undefined,
    fields: Object.entries(propertiesOf(document, item)).map(([name, field]) => ({
      name,
      type: typeOf(document, field),
    })),
  }
}

/** Returns the properties of an object, including those of combined schemas. */
function propertiesOf(document: OpenApiDocument, schema: Schema): Readonly<Record<string, Schema>> {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf?.slice(0, 1) ?? [])]
  return Object.assign(
    {},
    ...parts.map((part) => propertiesOf(document, resolve(document, part))),
    schema.properties,
  )
}
