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

/**
 * Where GitLab 8.15 is known to answer otherwise than the specification says (`x-released`), and a
 * server that answers so is not failed for it.
 */
export interface ReleasedAnswer {
  readonly when: Situation
  readonly specified: number
  readonly answered: number
  readonly schema?: Schema
  readonly description: string
  /** Whether a server fails for it that is not in all of these as GitLab 8.15 was. */
  readonly isFailureAlone: boolean
}

/** The path of the field that shows a parameter, with what it shows where that is not what was sent (`x-shown-as`). */
interface ShownField {
  readonly field: string
  /** What is shown for some of the values. */
  readonly values?: Readonly<Record<string, unknown>>
  /** What separates the items of the list that is shown. */
  readonly separator?: string
}

export type Direction = 'asc' | 'desc'

/** By which field the items of a list are ordered where no parameter chooses it (`x-order`). */
export interface StatedOrder {
  readonly field: string
  readonly direction: Direction
  readonly rule: string
}

/** An operation of the contract, with what only a judge asks of it. */
export interface Operation extends OperationContract {
  readonly api: ApiName
  readonly resource: OperationTag
  readonly releasedAnswers: readonly ReleasedAnswer[]
  /** What the success answers with: JSON, the bytes of a file, or nothing. */
  readonly answers: 'json' | 'file' | 'nothing'
  /** The media type of a file where the specification states one. */
  readonly fileType?: string
  /** Whether the specification leaves the status of success open. */
  readonly isStatusOpen: boolean
  /** Parameters of the query and the body that carry `x-unspecified`. */
  readonly openParameters: ReadonlySet<string>
  readonly statedOrder?: StatedOrder
  /** Who may call it, where it is of a group or a project (`x-permission`). */
  readonly permission?: Permission
  /** What it is asked of and the API has no way to make, in words (`x-needs`). */
  readonly needs?: string
  /** Path parameters of which something unknown is answered otherwise than with 404 (`x-unknown`). */
  readonly unknownOtherwise: ReadonlySet<string>
  /** Whether a page of the list may be shorter than its headers say (`x-hides-after-paging`). */
  readonly hidesAfterPaging: boolean
  /** Whether the project that it makes is the caller's, where no `namespace_id` is given (`x-in-namespace-of-caller`). */
  readonly isInNamespaceOfCaller: boolean
  /** Whether two servers write the same file in other bytes (`x-bytes-vary`). */
  readonly bytesVary: boolean
  /** Parameters of which an item has all values, and not one of them (`x-matches-all`). */
  readonly matchedWhole: ReadonlySet<string>
  /** Parameters that do nothing where others than administrators ask (`x-of-administrators`). */
  readonly ofAdministrators: ReadonlySet<string>
  /** The fields of the record, or of each record of the list, that a success answers. */
  readonly fields: ReadonlySet<string>
  /** Parameters that a record does not show under their own names, as they were sent; null where it shows none. */
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

/** The operations of the specification, in the order of the document; extensions are left out. */
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
    matchedWhole: parametersWith('x-matches-all', description),
    ofAdministrators: parametersWith('x-of-administrators', description),
    ...(permission ? { permission } : {}),
    ...(description['x-order'] ? { statedOrder: description['x-order'] } : {}),
    fields: new Set(fieldsOf(success?.content?.['application/json']?.schema, document)),
    shownAs: description['x-shown-as'] ?? {},
  }
}

/** The names of the fields of a schema, and of the items of one, in all its forms. */
function fieldsOf(schema: Schema | undefined, document: OpenApiDocument): readonly string[] {
  if (!schema) return []
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  const target = $ref && document.components.schemas[$ref.split('/').at(-1) ?? '']
  const parts = [...(target ? [target] : []), ...(items ? [items] : []), ...anyOf, ...allOf]
  return [...Object.keys(properties), ...parts.flatMap((part) => fieldsOf(part, document))]
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

/** The parameters that a caller gives in the query or the body, pages aside. */
export function givenParameters(operation: OperationContract): readonly ParameterContract[] {
  return operation.parameters.filter(
    ({ name, in: place }) =>
      place !== 'path' && !(operation.isPaginated && (name === 'page' || name === 'per_page')),
  )
}

export function pathParameters(operation: OperationContract): readonly ParameterContract[] {
  return operation.parameters.filter(({ in: place }) => place === 'path')
}

/** The field of a record that a path names it by in its last place. */
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
