import { type Coerced, coerce } from '../contract/coerce.ts'
import { type ParameterProblem, wrongParameters } from '../contract/errors.ts'
import type {
  OperationContract,
  ParameterContract,
  ParameterRule,
  ParameterSchema,
} from '../contract/operation-contract.ts'
import type { PathParameters } from '../contract/router.ts'
import type { RawParameters } from './body.ts'

/** The parameters of an operation, as its contract types them. */
export interface ReadParameters {
  readonly values: Record<string, unknown>
  /** The names of those that the client left out and the contract filled in. */
  readonly defaulted: readonly string[]
}

/**
 * Reads the parameters of an operation, from the path, the query and the body (which wins over the
 * query). Throws a 400 for what is missing or invalid, all together; what the contract does not know is left
 * out. The page is read apart (`readPage`): it is no parameter of the function that runs.
 */
export function readParameters(
  { parameters, isPaginated, parameterRules = [] }: OperationContract,
  path: PathParameters,
  query: RawParameters,
  body: RawParameters,
): ReadParameters {
  const values: Record<string, unknown> = {}
  const defaulted: string[] = []
  const problems: ParameterProblem[] = []
  const refused: Record<string, unknown> = {}
  const nulls: Record<string, null> = {}
  for (const parameter of parameters) {
    const { name, in: place, required, schema } = parameter
    if (isPaginated && pageParameters.has(name)) continue
    const source = Object.hasOwn(body, name) ? body : query
    const raw = place === 'path' ? path.get(name) : givenValue(source, name)
    if (raw === undefined || isBlank(schema, raw)) {
      if (raw === null) nulls[name] = null
      if (required) problems.push({ name, problem: 'is missing' })
      if (parameter.refusesEmpty && (required || raw === null)) {
        problems.push({ name, problem: 'is empty' })
      }
      if (required || schema.default === undefined) continue
      values[name] = schema.default
      defaulted.push(name)
      continue
    }
    const coerced = coerceParameter(parameter, raw)
    if ('error' in coerced) {
      refused[name] = raw
      problems.push({ name, problem: coerced.error, within: coerced.within })
    } else values[name] = coerced.value
  }
  const said = { ...nulls, ...values, ...refused }
  for (const rule of parameterRules) problems.push(...brokenRule(rule, said))
  if (problems.length > 0) throw wrongParameters(problems)
  return { values, defaulted }
}

const pageParameters: ReadonlySet<string> = new Set(['page', 'per_page'])

function coerceParameter(
  { in: place, schema, record, refusesEmpty }: ParameterContract,
  raw: unknown,
): Coerced {
  if (place === 'path' && isLargeId(schema, raw)) return { value: Number(raw) }
  if (refusesEmpty && raw === '') return { error: 'is empty' }
  return coerce(record === 'project' || record === 'group' ? idOrPath : schema, raw)
}

/** `values` are those that were given, right or wrong, and the defaults. */
function brokenRule(
  { rule, of }: ParameterRule,
  values: Readonly<Record<string, unknown>>,
): ParameterProblem[] {
  const given = of.filter((name) => {
    const value = valueAt(values, name)
    return value !== undefined && (value !== null || rule === 'at least one')
  })
  const refused = (names: readonly string[], problem: string) => [
    { name: names.join(', '), problem },
  ]
  const isNone = given.length === 0
  switch (rule) {
    case 'at least one':
      return isNone ? refused(of, 'are missing, at least one parameter must be provided') : []
    case 'exactly one':
      if (isNone) return refused(of, 'are missing, exactly one parameter must be provided')
      return given.length > 1 ? refused(given, 'are mutually exclusive') : []
    case 'at most one':
      return given.length > 1 ? refused(given, 'are mutually exclusive') : []
    case 'all or none':
      return isNone || given.length === of.length
        ? []
        : refused(of, 'provide all or none of parameters')
  }
}

/** The value of a parameter, or of one within another: `not[labels]`. */
function valueAt(values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!name.includes('[')) return values[name]
  const [outer = '', inner = ''] = name.split(/[[\]]/)
  const value = values[outer]
  return typeof value === 'object' && value !== null ? Reflect.get(value, inner) : undefined
}

/**
 * Null is given only where it is a value. A number or a day left empty, as forms send them, is not
 * given either, but for those that null takes away.
 */
function isBlank({ type = 'string', format }: ParameterSchema, raw: unknown): boolean {
  if (type.includes('null')) return false
  const hasEmptyText = type.includes('string') && format === undefined
  const isNumberOrTime = !hasEmptyText && !type.includes('boolean') && !type.includes('array')
  return raw === null || (raw === '' && isNumberOrTime)
}

/** An id beyond the range of ids is one of nothing, as in GitLab 8.15: 404, not 400. */
function isLargeId({ type }: ParameterSchema, raw: unknown): boolean {
  return type === 'integer' && typeof raw === 'string' && /^\d{10,}$/.test(raw)
}

/** GitLab 8.15 took a path wherever it took a project's or a group's id. */
const idOrPath = { type: ['integer', 'string'] }

function givenValue(source: RawParameters, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined
}
