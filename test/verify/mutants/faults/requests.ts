import { type Call, parametersOf, withParameters } from '../call.ts'
import type { Json } from '../json.ts'
import type { Fault, OperationId } from '../mutant.ts'
import { answer, on, onCalls } from './operations.ts'

type Names = readonly string[]

/** Takes parameters out of the request before it reaches the forge. */
export function ignore(
  operations: OperationId | readonly OperationId[],
  names: Names,
  isMeant: (call: Call) => boolean = () => true,
): Fault {
  return on(operations, (call, context) => {
    const given = Object.keys(parametersOf(call)).map((name) => name.split('[')[0] ?? '')
    const found = names.filter((name) => given.includes(name))
    if (found.length === 0 || !isMeant(call)) return answer(call, context)
    context.hit()
    return answer(withParameters(call, nothing(found)), context)
  })
}

const nothing = (names: Names) =>
  Object.fromEntries(names.map((name): [string, undefined] => [name, undefined]))

/** Gives a parameter another value than the default where the request leaves it out. */
export function assume(
  operations: OperationId | readonly OperationId[],
  name: string,
  value: Json,
): Fault {
  return on(operations, (call, context) => {
    if (name in parametersOf(call)) return answer(call, context)
    context.hit()
    return answer(withParameters(call, { [name]: value }), context)
  })
}

/** Reads another value than the one that was given; undefined leaves the parameter out. */
export function misread(
  operations: OperationId | readonly OperationId[],
  name: string,
  read: (value: Json) => Json | undefined,
): Fault {
  return on(operations, (call, context) => {
    const given = parametersOf(call)[name]
    const value = given === undefined ? undefined : read(given)
    if (given === undefined || value === given) return answer(call, context)
    context.hit()
    return answer(withParameters(call, { [name]: value }), context)
  })
}

/** Does not look at a header of the request, whatever is asked for. */
export function ignoreHeader(name: string): Fault {
  return onCalls(
    ({ headers }) => headers.has(name),
    (call, context) => {
      context.hit()
      const headers = new Headers(call.headers)
      headers.delete(name)
      return answer({ ...call, headers }, context)
    },
  )
}

/** Does not look at a parameter of the query, whatever is asked for. */
export function ignoreEverywhere(name: string): Fault {
  return onCalls(
    ({ url }) => url.searchParams.has(name),
    (call, context) => {
      context.hit()
      return answer(withParameters(call, { [name]: undefined }), context)
    },
  )
}

/** Takes a call for one to another path below `/api/v3`; undefined leaves it where it is. */
export function reroute(
  operations: OperationId | readonly OperationId[],
  path: (call: Call) => string | undefined,
): Fault {
  return on(operations, (call, context) => {
    const target = path(call)
    if (target === undefined) return answer(call, context)
    context.hit()
    const url = new URL(call.url)
    url.pathname = url.pathname.replace(/\/api\/v3\/.*$/, `/api/v3${target}`)
    return answer({ ...call, url }, context)
  })
}
