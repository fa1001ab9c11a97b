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
  /** The names of the parameters that the client left out and the contract has a default for. */
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
      if (required && parameter.needsValue) {
        problems.push({ name, problem: 'does not have a valid value' })
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

/** Checks a rule about several parameters. `values` holds the values that were sent, valid or not, and the defaults. */
function brokenRule(
  { rule, of, says }: ParameterRule,
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
      return given.length > 1 ? refused(given, says ?? 'are mutually exclusive') : []
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
 * Whether a value counts as absent: null where the schema does not allow it, and an empty text for a number or a
 * date, as forms send it, unless the parameter is nullable.
 */
function isBlank({ type = 'string', format }: ParameterSchema, raw: unknown): boolean {
  if (type.includes('null')) return false
  const hasEmptyText = type.includes('string') && format === undefined
  const isNumberOrTime = !hasEmptyText && !type.includes('boolean') && !type.includes('array')
  return raw === null || (raw === '' && isNumberOrTime)
}

/** Whether an id is beyond the range of ids: it matches no record, which is a 404 as in GitLab 8.15, not a 400. */
function isLargeId({ type }: ParameterSchema, raw: unknown): boolean {
  return type === 'integer' && typeof raw === 'string' && /^\d{10,}$/.test(raw)
}

/** GitLab 8.15 accepted a path wherever it accepted the id of a project or a group. */
const idOrPath = { type: ['integer', 'string'] }

function givenValue(source: RawParameters, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined
}
