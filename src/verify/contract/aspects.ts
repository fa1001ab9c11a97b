import type { ParameterSchema } from '../../contract/operation-contract.ts'
import { givenParameters, type Operation, pathParameters } from './operation.ts'

/** One thing to look at of one operation. */
export interface Aspect {
  readonly name: string
  /** The rule in words, as the specification states it. */
  readonly rule: string
  /** Why the specification leaves it open, where it does. */
  readonly isLeftOpen?: string
}

/**
 * The closed list of what is looked at of an operation, derived from its contract alone. Stories may
 * look at more; what they look at beyond this list is named after them.
 */
export function aspectsOf(operation: Operation): readonly Aspect[] {
  return [
    ...ofAnswers(operation),
    ...ofAccess(operation),
    ...ofParameters(operation),
    ...(operation.isPaginated ? ofPages() : []),
    ...ofLists(operation),
    ...ofWrites(operation),
  ]
}

function ofAnswers({ status, answers, fileType, isStatusOpen }: Operation): Aspect[] {
  const type = answers === 'json' ? 'JSON' : (fileType ?? 'a file')
  return [
    {
      name: 'status',
      rule: isStatusOpen
        ? 'A success is answered with 200 or 201.'
        : `A success is answered with ${status}.`,
    },
    { name: 'media-type', rule: `A success is answered as ${type}.` },
    ...(answers === 'json'
      ? [{ name: 'schema', rule: 'The body of a success has every field, of its type.' }]
      : []),
  ]
}

function ofAccess({ access, method, parameters }: Operation): Aspect[] {
  const isOfProject = parameters.some(({ record }) => record === 'project')
  return [
    access === 'public'
      ? { name: 'public', rule: 'It can be read without credentials where the project is public.' }
      : {
          name: 'unauthenticated',
          rule: 'Without credentials it is answered with 401 and the message "401 Unauthorized".',
        },
    {
      name: 'wrong-token',
      rule: 'With a token that does not exist it is answered with 401 and the message "401 Unauthorized".',
    },
    ...(access === 'admin'
      ? [{ name: 'forbidden-for-users', rule: 'It is for administrators: others get 403.' }]
      : []),
    ...(isOfProject && access !== 'admin'
      ? [
          {
            name: 'private-project',
            rule:
              method === 'GET'
                ? 'A GET on a private project by a non-member is answered with 404.'
                : 'A write in a private project by a non-member is refused with 403 or 404.',
          },
        ]
      : []),
    {
      name: 'sudo-refused',
      rule: 'With sudo and the token of a plain user it is answered with 403 and the message "403 Forbidden - Must be admin to use sudo".',
    },
    {
      name: 'sudo-unknown',
      rule: 'With sudo as somebody unknown it is answered with 404 and the message "404 Not Found: No user id or username for: <id/username>".',
    },
  ]
}

function ofParameters(operation: Operation): Aspect[] {
  const unknown = pathParameters(operation).map(({ name }) => ({
    name: `unknown:${name}`,
    ...leftOpen(isUnknownOpen(operation, name), 'no answer is stated for what is not there'),
    rule: isIdempotentIn(operation, name)
      ? `A ${name} that does not exist is answered with 200, since deleting is idempotent.`
      : `A ${name} that does not exist is answered with 404.`,
  }))
  const given = givenParameters(operation)
  const missing = given
    .filter(({ required }) => required)
    .map(({ name }) => ({
      name: `missing:${name}`,
      rule: `Without ${name} it is answered with 400 and a message that names the attribute.`,
    }))
  const invalid = given
    .filter(({ schema }) => wrongValueOf(schema) !== undefined)
    .map(({ name }) => ({
      name: `invalid:${name}`,
      ...leftOpen(isBeyond(operation, name), 'the specification does not name the parameter'),
      rule: `A value that ${name} cannot take is answered with 400.`,
    }))
  return [...unknown, ...missing, ...invalid]
}

function leftOpen(isOpen: boolean, reason: string): { readonly isLeftOpen?: string } {
  return isOpen ? { isLeftOpen: reason } : {}
}

/** `an explaining message on error` is all that is stated, beside the rule that deleting is idempotent. */
function isUnknownOpen({ id }: Operation, name: string): boolean {
  return (id === 'deleteBranch' && name === 'branch') || (id === 'deleteTag' && name === 'tag_name')
}

/** Parameters that the forge takes beyond those that the specification names. */
export function isBeyond({ id }: Operation, name: string): boolean {
  if (id === 'updateMergeRequest') return name === 'state_event'
  const isNamed = new Set(['user_id', 'name', 'path', 'default_branch', 'namespace_id']).has(name)
  return id === 'createProjectForUser' && !isNamed
}

/** A value that no reading of the schema takes; undefined where any text will do. */
export function wrongValueOf(schema: ParameterSchema): unknown {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.enum) return types.includes('integer') ? 4711 : 'no-such-value'
  if (schema.format) return 'not a time'
  if (types.includes('array')) {
    const wrong = schema.items && wrongValueOf(schema.items)
    return wrong === undefined ? undefined : [wrong]
  }
  if (types.includes('object')) {
    const [name, property] =
      Object.entries(schema.properties ?? {}).find(([, one]) => one.enum !== undefined) ?? []
    return name && property ? { [name]: wrongValueOf(property) } : undefined
  }
  if (types.includes('string')) return undefined
  if (types.includes('boolean')) return 'perhaps'
  if (types.includes('integer') || types.includes('number')) return 'several'
  return undefined
}

function ofPages(): Aspect[] {
  return [
    {
      name: 'pagination:headers',
      rule: 'A list tells its totals and pages in X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page and X-Prev-Page.',
    },
    {
      name: 'pagination:links',
      rule: 'Link holds the relations prev, next, first and last as full URLs, and following next visits everything once.',
    },
    {
      name: 'pagination:default',
      rule: 'Without page and per_page a list answers the first page, of at most 20 items.',
    },
    { name: 'pagination:cap', rule: 'A page has at most 100 items.' },
    { name: 'pagination:past-the-end', rule: 'A page after the last is empty.' },
  ]
}

const orderings = new Set(['order_by', 'sort'])

function ofLists(operation: Operation): Aspect[] {
  if (operation.method !== 'GET') return []
  const given = givenParameters(operation)
  const filters = operation.isPaginated
    ? given.filter(({ name }) => !orderings.has(name))
    : given.filter(({ required }) => !required)
  return [
    ...(given.some(({ name }) => name === 'order_by')
      ? [
          {
            name: 'order_by',
            rule: 'order_by says what a list is ordered by, and has its default.',
          },
        ]
      : []),
    ...(given.some(({ name }) => name === 'sort')
      ? [{ name: 'sort', rule: 'sort says whether a list goes up or down, and has its default.' }]
      : []),
    ...(operation.isPaginated && statedOrders[operation.id]
      ? [{ name: 'order', rule: statedOrders[operation.id] ?? '' }]
      : []),
    ...filters.map(({ name }) => ({
      name: `parameter:${name}`,
      rule: `${name} has its effect: it keeps what it should and leaves out what it should.`,
    })),
  ]
}

/** The orders that the specification states where no parameter chooses one. */
const statedOrders: Partial<Record<Operation['id'], string>> = {
  listUserEvents: 'The newest event stands first.',
  listProjectEvents: 'The newest event stands first.',
  listBranches: 'Branches are sorted by name alphabetically.',
  listTags: 'Tags are in reverse alphabetical order of name.',
}

function ofWrites(operation: Operation): Aspect[] {
  if (operation.method === 'GET') return []
  const written = givenParameters(operation).map(({ name }) => ({
    name: `read-back:${name}`,
    ...leftOpen(isBeyond(operation, name), 'the specification does not name the parameter'),
    rule: `The ${name} that was sent is the one that is read back.`,
  }))
  if (operation.method !== 'DELETE') return written
  return [
    { name: 'removes', rule: 'What was deleted is gone.' },
    ...(hasIdempotence(operation)
      ? [{ name: 'idempotent', rule: 'Deleting what is gone already is answered with 200.' }]
      : []),
    ...written,
  ]
}

/** The deletions for which the specification states another answer where there is nothing to delete. */
const statedOtherwise = new Set<Operation['id']>([
  'deleteSshKeyOfUser',
  'deleteEmailOfUser',
  'deleteBranch',
  'deleteTag',
  'deleteFile',
  'unsubscribeFromIssue',
  'deleteMergedBranches',
])

function hasIdempotence({ id, method }: Operation): boolean {
  return method === 'DELETE' && !statedOtherwise.has(id)
}

/** Whether a parameter names what a deletion deletes, so that it may be gone. */
export function isIdempotentIn(operation: Operation, name: string): boolean {
  return hasIdempotence(operation) && pathParameters(operation).at(-1)?.name === name
}
