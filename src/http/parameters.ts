import { coerce } from '../contract/coerce.ts'
import { invalid, missingAttribute } from '../contract/errors.ts'
import type { OperationContract, ParameterSchema } from '../contract/operation-contract.ts'
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
 * query). Throws a 400 for a missing one, by its name, and for invalid ones, all
 * together; what the contract does not know is left out. The page is read apart (`readPage`): it is no
 * parameter of the function that runs.
 */
export function readParameters(
  { parameters }: OperationContract,
  path: PathParameters,
  query: RawParameters,
  body: RawParameters,
): ReadParameters {
  const values: Record<string, unknown> = {}
  const defaulted: string[] = []
  const errors: Record<string, string[]> = {}
  for (const { name, in: place, required, schema, record, isClamped } of parameters) {
    if (isClamped) continue
    const source = Object.hasOwn(body, name) ? body : query
    const raw = place === 'path' ? path.get(name) : given(source, name)
    if (raw === undefined || isBlank(schema, raw)) {
      if (required) throw missingAttribute(name)
      if (schema.default === undefined) continue
      values[name] = schema.default
      defaulted.push(name)
      continue
    }
    const coerced =
      place === 'path' && isLargeId(schema, raw)
        ? { value: Number(raw) }
        : coerce(record === 'project' || record === 'group' ? idOrPath : schema, raw)
    if ('error' in coerced) errors[name] = [coerced.error]
    else values[name] = coerced.value
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { values, defaulted }
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

function given(source: RawParameters, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined
}
