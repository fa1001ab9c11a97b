import type { Api } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OpenApiDocument, Permission, Schema } from '../../contract/openapi.ts'
import type {
  OperationContract,
  OperationId,
  OperationTag,
  ParameterContract,
  Situation,
} from '../../contract/operation-contract.ts'

import { type RecordRule, recordRulesOf } from './record-rules.ts'

/** A response of GitLab 8.15 that deviates from the specification (`x-released`), for which a server does not fail. */
export interface ReleasedAnswer {
  readonly when: Situation
  readonly specified: number
  readonly answered: number
  readonly schema?: Schema
  readonly description: string
  /** Whether a server fails for it unless it behaves like GitLab 8.15 in all such cases. */
  readonly isFailureAlone: boolean
}

/**
 * The path of the field that shows a parameter, and the shown value where it differs from the sent one (`x-shown-as`).
 */
interface ShownField {
  readonly field: string
  /** The shown values of some sent values. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The separator of list items in the shown text. */
  readonly separator?: string
}

export type Direction = 'asc' | 'desc'

/** The sort key of a list where no parameter selects it (`x-order`). */
export interface StatedOrder {
  readonly field: string
  readonly direction: Direction
  readonly rule: string
}

/** An operation of the contract, with properties that only the judge needs. */
export interface Operation extends OperationContract {
  readonly api: ApiName
  readonly resource: OperationTag
  readonly releasedAnswers: readonly ReleasedAnswer[]
  /** The content of the success response: JSON, the bytes of a file, or nothing. */
  readonly answers: 'json' | 'file' | 'nothing'
  /** The media type of a file, where the specification states one. */
  readonly fileType?: string
  /** Whether the specification leaves the status of success open. */
  readonly isStatusOpen: boolean
  /** The parameters of the query and the body with `x-unspecified`. */
  readonly openParameters: ReadonlySet<string>
  readonly statedOrder?: StatedOrder
  /** The required permission, for an operation of a group or a project (`x-permission`). */
  readonly permission?: Permission
  /** The target that the API cannot create, in words (`x-needs`). */
  readonly needs?: string
  /** The path parameters for which an unknown value is not answered with 404 (`x-unknown`). */
  readonly unknownOtherwise: ReadonlySet<string>
  /** Whether a page of the list can be shorter than its headers state (`x-hides-after-paging`). */
  readonly hidesAfterPaging: boolean
  /** Whether the created project is the caller's own without a `namespace_id` (`x-in-namespace-of-caller`). */
  readonly isInNamespaceOfCaller: boolean
  /** Whether the bytes of the file vary between servers (`x-bytes-vary`). */
  readonly bytesVary: boolean
  /** The parameters that the specification states as required and the forge does without (`x-stated-required`). */
  readonly statedRequired: readonly string[]
  /** The parameters whose values an item must all have, instead of any (`x-matches-all`). */
  readonly matchedWhole: ReadonlySet<string>
  /** The parameters that only have an effect for administrators (`x-of-administrators`). */
  readonly ofAdministrators: ReadonlySet<string>
  /** The fields of the record, or of each listed record, in a success response. */
  readonly fields: ReadonlySet<string>
  /** The names of all schemas in a success response, wherever they are embedded. */
  readonly shows: ReadonlySet<string>
  /** What holds for the records in a success response, and those embedded in them (`x-fixed`, `x-agrees`). */
  readonly recordRules: readonly RecordRule[]
  /** Whether the records of the response may lie in another project than the one of the path (`x-elsewhere`). */
  readonly isElsewhere: boolean
  /** The parameters that a record does not show unchanged under their own names; null where it does not show them. */
  readonly shownAs: Readonly<Record<string, ShownField | string | null>>
}

interface Described {
  readonly operationId: OperationId
  readonly tags: readonly OperationTag[]
  readonly 'x-unspecified'?: string
  readonly 'x-released'?: readonly (Omit<ReleasedAnswer, 'isFailureAlone'> & {
    readonly is_failure?: boolean
  })[]
  readonly 'x-extension'?: boolean
  readonly 'x-order'?: StatedOrder
  readonly 'x-needs'?: string
  readonly 'x-permission'?: string
  readonly 'x-unknown'?: Readonly<Record<string, string>>
  readonly 'x-hides-after-paging'?: boolean
  readonly 'x-in-namespace-of-caller'?: boolean
  readonly 'x-bytes-vary'?: boolean
  readonly 'x-stated-required'?: readonly string[]
  readonly 'x-elsewhere'?: boolean
  readonly 'x-shown-as'?: Operation['shownAs']
  readonly parameters?: readonly Marked[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly schema: { readonly properties?: Readonly<Record<string, Marked>> } }
      >
    >
  }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly 'x-unspecified'?: string
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
      }
    >
  >
}

interface Marked {
  readonly name?: string
  readonly 'x-unspecified'?: string
  readonly 'x-matches-all'?: boolean
  readonly 'x-of-administrators'?: boolean
}

/** Reads the operations of the specification in the order of the document, without extensions. */
export function readOperations(api: Api, document: OpenApiDocument): readonly Operation[] {
  const described = new Map(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item) as object[] as Described[])
      .filter((one) => !one['x-extension'])
      .map((one) => [one.operationId, one]),
  )
  return api.operations.flatMap((operation) => {
    const description = described.get(operation.id)
    return description ? [join(api.name, operation, description, document)] : []
  })
}

function join(
  api: ApiName,
  operation: OperationContract,
  description: Described,
  document: OpenApiDocument,
): Operation {
  const [resource] = description.tags
  if (!resource) throw new Error(`schemas: ${operation.id} has no tag`)
  const success = description.responses[operation.status]
  const types = Object.keys(success?.content ?? {})
  const isFile = types.length > 0 && !types.includes('application/json')
  const isNothing = operation.status === 204 || operation.status === 302
  const permission = document['x-permissions']?.[description['x-permission'] ?? '']
  const [fileType] = isFile && !success?.['x-unspecified'] ? types : []
  return {
    ...operation,
    api,
    resource,
    releasedAnswers: (description['x-released'] ?? []).map(({ is_failure, ...one }) => ({
      ...one,
      isFailureAlone: is_failure === true,
    })),
    answers: isNothing ? 'nothing' : isFile ? 'file' : 'json',
    ...(fileType ? { fileType } : {}),
    isStatusOpen: /status of success/i.test(description['x-unspecified'] ?? ''),
    openParameters: new Set(openParametersOf(description)),
    ...(description['x-needs'] ? { needs: description['x-needs'] } : {}),
    unknownOtherwise: new Set(Object.keys(description['x-unknown'] ?? {})),
    hidesAfterPaging: description['x-hides-after-paging'] === true,
    isInNamespaceOfCaller: description['x-in-namespace-of-caller'] === true,
    bytesVary: description['x-bytes-vary'] === true,
    statedRequired: description['x-stated-required'] ?? [],
    matchedWhole: parametersWith('x-matches-all', description),
    ofAdministrators: parametersWith('x-of-administrators', description),
    ...(permission ? { permission } : {}),
    ...(description['x-order'] ? { statedOrder: description['x-order'] } : {}),
    recordRules: recordRulesOf(success?.content?.['application/json']?.schema, document),
    isElsewhere: description['x-elsewhere'] === true,
    fields: new Set(fieldsOf(success?.content?.['application/json']?.schema, document)),
    shows: namesWithin(success?.content?.['application/json']?.schema, document),
    shownAs: description['x-shown-as'] ?? {},
  }
}

/** Returns the field names of a schema, and of its items, in all its forms. */
function fieldsOf(schema: Schema | undefined, document: OpenApiDocument): readonly string[] {
  if (!schema) return []
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  const target = $ref && document.components.schemas[$ref.split('/').at(-1) ?? '']
  const parts = [...(target ? [target] : []), ...(items ? [items] : []), ...anyOf, ...allOf]
  return [...Object.keys(properties), ...parts.flatMap((part) => fieldsOf(part, document))]
}

/** Returns the names of the schemas that a schema refers to, directly or through others. */
function namesWithin(
  schema: Schema | undefined,
  document: OpenApiDocument,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (!schema) return found
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  const name = $ref?.split('/').at(-1)
  if (name !== undefined && !found.has(name)) {
    found.add(name)
    namesWithin(document.components.schemas[name], document, found)
  }
  for (const part of [...(items ? [items] : []), ...anyOf, ...allOf, ...Object.values(properties)])
    namesWithin(part, document, found)
  return found
}

function parametersWith(
  mark: 'x-matches-all' | 'x-of-administrators',
  { parameters = [] }: Described,
): ReadonlySet<string> {
  return new Set(parameters.flatMap((one) => (one.name && one[mark] ? [one.name] : [])))
}

function openParametersOf(description: Described): string[] {
  const parameters = (description.parameters ?? []).filter((one) => one['x-unspecified'])
  const properties = Object.entries(
    description.requestBody?.content['application/json']?.schema.properties ?? {},
  ).filter(([, one]) => one['x-unspecified'])
  return [
    ...parameters.flatMap(({ name }) => (name ? [name] : [])),
    ...properties.map(([name]) => name),
  ]
}

/** Returns the parameters of the query and the body, except those of pagination. */
export function givenParameters(operation: OperationContract): readonly ParameterContract[] {
  return operation.parameters.filter(
    ({ name, in: place }) =>
      place !== 'path' && !(operation.isPaginated && (name === 'page' || name === 'per_page')),
  )
}

export function pathParameters(operation: OperationContract): readonly ParameterContract[] {
  return operation.parameters.filter(({ in: place }) => place === 'path')
}

/** Whether a member may be refused: no level is stated that may call it, nor who reads it beyond members, or a server may permit fewer. */
export const mayBeByLevel = ({ permission, method }: Operation) =>
  permission !== undefined &&
  (permission.may_be_narrower === true ||
    (!permission.stated?.includes('levels') &&
      (method !== 'GET' || !permission.stated?.includes('beyond'))))

/** Whether a status may refuse a member for their role, where which roles may call the operation is not stated. */
export const mayBeRefusedByRole = (operation: Operation, status: number): boolean =>
  mayBeByLevel(operation) && status === (operation.permission?.refusal === 401 ? 401 : 403)

/** Why such a refusal is open. */
export const rolesAreOpen = 'which roles may call it is not stated'

/** Returns the field of a record that identifies it in the last segment of a path. */
export function identifyingField(operation: OperationContract): string {
  const last = pathParameters(operation).at(-1)
  switch (last?.name) {
    case 'user_id':
      return 'id'
    case 'sha':
      return operation.path.includes('/blobs/') ? 'sha' : 'id'
    case 'tag_name':
      return operation.path.includes('/releases/') ? 'tag_name' : 'name'
    case 'file_path':
    case 'key':
      return last.name
    default:
      if (last?.isIid) return 'iid'
      return last?.schema.type === 'string' ? 'name' : 'id'
  }
}
