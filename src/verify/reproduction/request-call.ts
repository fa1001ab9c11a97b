import type { OperationId } from '../../contract/operation-contract.ts'
import type { FindRoute } from '../../contract/router.ts'
import type { Parameters } from '../client/encode.ts'
import type { Exchange } from '../results.ts'
import { isObject } from '../story/bodies.ts'

/** A request as the call of its operation. */
export interface RequestCall {
  readonly operation: OperationId
  readonly parameters: Parameters
  readonly who: string
  readonly sudo?: string
}

/** Parses the call of a kept request; undefined where it is none, or its body was truncated. */
export function requestCallOf(
  { request, caller }: Exchange,
  apiUrl: string,
  findRoute: FindRoute,
): RequestCall | undefined {
  if (caller === undefined || !request.url.startsWith(apiUrl)) return undefined
  const { pathname, searchParams } = new URL(request.url)
  const route = findRoute(request.method, pathname.slice(new URL(apiUrl).pathname.length))
  if (route.kind !== 'operation') return undefined
  const body = bodyOf(request)
  if (!body) return undefined
  const { sudo = header(request.headers, 'sudo'), ...query } = valuesOf(searchParams)
  const { private_token: _token, access_token: _other, ...given } = query
  return {
    operation: route.operation.id,
    parameters: { ...given, ...body, ...Object.fromEntries(route.path) },
    who: caller.split(' (')[0] ?? caller,
    ...(sudo === undefined ? {} : { sudo: String(sudo) }),
  }
}

/** Parses the parameters of a body; undefined where it is malformed. */
function bodyOf({ headers, body }: Exchange['request']): Parameters | undefined {
  if (body === undefined) return {}
  if (/form/.test(header(headers, 'content-type') ?? '')) return valuesOf(new URLSearchParams(body))
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Parses a form; names that end in `[]` are lists. */
function valuesOf(form: URLSearchParams): Readonly<Record<string, string | string[]>> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) =>
      name.endsWith('[]')
        ? [name.slice(0, -2), form.getAll(name)]
        : [name, form.getAll(name).at(-1) ?? ''],
    ),
  )
}

function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
}
