import type { Call } from '../call.ts'
import { isObject, type Json, type JsonObject, readJson, withJson, withoutLength } from '../json.ts'
import type { Fault, OperationId } from '../mutant.ts'
import { type Act, answer, on } from './operations.ts'

export type EditJson = (json: Json, call: Call) => Json

/** Changes the JSON of successful answers. */
export function editJson(operations: OperationId | readonly OperationId[], edit: EditJson): Fault {
  return on(operations, editing(edit))
}

function editing(edit: EditJson): Act {
  return async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok) return response
    const json = await readJson(response)
    if (json === undefined) return response
    const edited = edit(structuredClone(json), call)
    if (JSON.stringify(edited) === JSON.stringify(json)) return response
    context.hit()
    return withJson(response, edited)
  }
}

/** Changes the fields at a path such as `author.name`, in the object or in each of the list. */
export function editField(
  operations: OperationId | readonly OperationId[],
  path: string,
  edit: (owner: JsonObject, name: string, call: Call) => void,
): Fault {
  return editJson(operations, (json, call) => {
    visit(json, path.split('.'), (owner, name) => {
      if (name in owner) edit(owner, name, call)
    })
    return json
  })
}

function visit(
  json: Json | undefined,
  [name = '', ...rest]: readonly string[],
  at: (owner: JsonObject, name: string) => void,
): void {
  if (Array.isArray(json)) for (const item of json) visit(item, [name, ...rest], at)
  else if (isObject(json) && rest.length > 0) visit(json[name], rest, at)
  else if (isObject(json)) at(json, name)
}

/** Answers with another status where the healthy server answers with one of `from`. */
export function editStatus(
  operations: OperationId | readonly OperationId[],
  from: number | readonly number[],
  to: number,
  isMeant: (json: Json | undefined, call: Call) => boolean = () => true,
): Fault {
  const statuses = [from].flat()
  return on(operations, async (call, context) => {
    const response = await answer(call, context)
    if (!statuses.includes(response.status)) return response
    if (!isMeant(await readJson(response), call)) return response
    context.hit()
    const body = bodyFor(to, await response.arrayBuffer())
    return new Response(body, { status: to, headers: withoutLength(response.headers) })
  })
}

const bodyFor = (status: number, body: ArrayBuffer) =>
  status === 304 || status === 204 ? null : body

/** Sets, or with undefined takes away, a header of successful answers. */
export function editHeader(
  operations: OperationId | readonly OperationId[],
  name: string,
  edit: (value: string | null, call: Call) => string | undefined,
): Fault {
  return on(operations, async (call, context) => {
    const response = await answer(call, context)
    const value = response.headers.get(name)
    const edited = edit(value, call)
    if (!response.ok || edited === (value ?? undefined)) return response
    context.hit()
    const headers = new Headers(response.headers)
    if (edited === undefined) headers.delete(name)
    else headers.set(name, edited)
    return new Response(response.body, { status: response.status, headers })
  })
}

/** Changes the bytes of successful answers that are files. */
export function editBytes(
  operation: OperationId,
  edit: (bytes: Uint8Array<ArrayBuffer>, call: Call) => Uint8Array<ArrayBuffer>,
): Fault {
  return on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok) return response
    context.hit()
    const bytes = new Uint8Array(await response.arrayBuffer())
    return new Response(edit(bytes, call), {
      status: response.status,
      headers: withoutLength(response.headers),
    })
  })
}
