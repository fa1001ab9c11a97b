import type { ApiName } from '../../contract/base-paths.ts'
import type { ParameterSchema } from '../../contract/operation-contract.ts'
import { type Aspect, isBeyond, leftOpen } from './aspect.ts'
import { ofLists, ofPages } from './list-aspects.ts'
import { givenParameters, type Operation, pathParameters } from './operation.ts'
import { isIdempotentIn, ofWrites } from './write-aspects.ts'

/** The rule for the schema of a response, whatever the operation. */
export const BODY_HAS_EVERY_FIELD = 'The body of a success has every field, of its type.'

/**
 * Returns the complete list of aspects of an operation, derived from its contract alone. Stories can check more, which
 * is named after them.
 */
export function aspectsOf(operation: Operation): readonly Aspect[] {
  return [
    ...ofAnswers(operation),
    ...ofAccess(operation),
    ...ofParameters(operation),
    ...(operation.isPaginated ? ofPages(operation) : []),
    ...ofLists(operation),
    ...ofWrites(operation),
  ]
}

/** Returns the rule of an aspect in words; throws where the operation has no such aspect. */
export function ruleOf(operation: Operation, aspect: string): string {
  const found = aspectsOf(operation).find(({ name }) => name === aspect)
  if (!found) throw new Error(`${operation.id} has no aspect ${aspect}: give the rule in words`)
  return found.rule
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
    ...(answers === 'nothing'
      ? []
      : [{ name: 'media-type', rule: `A success is answered as ${type}.` }]),
    ...(answers === 'json' ? [{ name: 'schema', rule: BODY_HAS_EVERY_FIELD }] : []),
  ]
}

function ofAccess(operation: Operation): Aspect[] {
  const { api, parameters } = operation
  const isOfProject = parameters.some(({ record }) => record === 'project')
  const isOfGroup = !isOfProject && parameters.some(({ record }) => record === 'group')
  return accessRules[api](operation, { isOfProject, isOfGroup })
}

/** The record that the path of an operation belongs to. */
interface PartOf {
  readonly isOfProject: boolean
  readonly isOfGroup: boolean
}

const accessRules: Readonly<Record<ApiName, (operation: Operation, of: PartOf) => Aspect[]>> = {
  v3: ofAccessInV3,
  v4: ofAccessInV4,
}

function ofAccessInV3({ access, method }: Operation, { isOfProject }: PartOf): Aspect[] {
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

function ofAccessInV4(
  { access, method, path }: Operation,
  { isOfProject, isOfGroup }: PartOf,
): Aspect[] {
  const unauthorized = 'is answered with 401 and the message "401 Unauthorized".'
  const place = isOfProject ? 'project' : 'group'
  return [
    // A write that is not refused with 401 to anonymous callers is refused otherwise.
    ...(access === 'public'
      ? method !== 'GET'
        ? []
        : [
            {
              name: 'public',
              rule: 'It can be read without credentials where the project or the group is public.',
              ...leftOpen(!isOfProject && !isOfGroup, 'it is of no project and no group'),
            },
          ]
      : [{ name: 'unauthenticated', rule: `Without credentials it ${unauthorized}` }]),
    { name: 'wrong-token', rule: `With a token that does not exist it ${unauthorized}` },
    ...(access === 'admin'
      ? [{ name: 'forbidden-for-users', rule: 'It is for administrators: others get 403.' }]
      : []),
    ...(access !== 'admin' && (isOfProject || isOfGroup)
      ? [
          {
            name: `private-${place}`,
            rule: `In a private ${place} whoever is no member gets ${method === 'GET' ? '404' : '403 or 404'}.`,
          },
        ]
      : []),
    {
      name: 'sudo-refused',
      rule: 'With sudo and the token of a plain user it is answered with 403.',
    },
    ...(/^\/(users|groups|projects)\/\{/.test(path)
      ? [
          {
            name: 'sudo-unknown',
            rule: 'With sudo as somebody unknown it is answered with 404, or 403 where the token has no scope for sudo.',
          },
        ]
      : []),
  ]
}

function ofParameters(operation: Operation): Aspect[] {
  const named = pathParameters(operation).filter(
    ({ name }) => !operation.unknownOtherwise.has(name),
  )
  const unknown = named.map(({ name }) => ({
    name: `unknown:${name}`,
    ...leftOpen(isUnknownOpen(operation, name), 'no answer is stated for what is not there'),
    rule: isIdempotentIn(operation, name)
      ? `An unknown ${name} is answered with 200, since deleting is idempotent.`
      : `An unknown ${name} is answered with 404.`,
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

/**
 * Whether the response to an unknown record is not specified: only `an explaining message on error` is, beside the rule
 * that deletions are idempotent.
 */
function isUnknownOpen(operation: Operation, name: string): boolean {
  return operation.whenGone === 'unspecified' && pathParameters(operation).at(-1)?.name === name
}

/** Returns a number between two valid ones, which a server might round. */
function betweenOf(values: readonly (string | number | null)[]): number {
  const numbers = values.filter((value) => typeof value === 'number').toSorted((a, b) => a - b)
  const [first = 0, second = first + 2] = numbers
  return second - first > 1 ? first + Math.floor((second - first) / 2) : 4711
}

/** Returns a value that no interpretation of the schema accepts; undefined where any text is valid. */
export function wrongValueOf(schema: ParameterSchema): unknown {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.enum) return types.includes('integer') ? betweenOf(schema.enum) : 'no-such-value'
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
