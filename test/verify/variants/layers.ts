import { type Call, readCall } from '../mutants/call.ts'
import { answer } from '../mutants/faults/operations.ts'
import { isObject, type Json, type JsonObject, readJson, withJson } from '../mutants/json.ts'
import type { Fault } from '../mutants/mutant.ts'

export type EditAnswer = (json: Json, call: Call, status: number) => Json

/** Changes the JSON of every answer. */
export function mapAnswers(edit: EditAnswer): Fault {
  return mapResponses(async (response, call) => {
    const json = await readJson(response)
    if (json === undefined) return response
    const edited = edit(structuredClone(json), call, response.status)
    const isSame = JSON.stringify(edited) === JSON.stringify(json)
    return isSame ? response : withJson(response, edited)
  })
}

/** Changes answers; one that is handed back as it is does not count as changed. */
export function mapResponses(
  edit: (response: Response, call: Call) => Response | Promise<Response>,
): Fault {
  return (context) => async (request) => {
    const call = await readCall(request)
    const response = await answer(call, context)
    const edited = await edit(response, call)
    if (edited !== response) context.hit()
    return edited
  }
}

/** Changes every object of a JSON value, the inner ones first. */
export function mapObjects(json: Json, edit: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(json)) return json.map((item) => mapObjects(item, edit))
  if (!isObject(json)) return json
  const entries = Object.entries(json).map(([name, value]) => [name, mapObjects(value, edit)])
  return edit(Object.fromEntries(entries) as JsonObject)
}

/** Changes every value that has a name. */
export function mapValues(json: Json, edit: (name: string, value: Json) => Json): Json {
  return mapObjects(json, (object) => {
    const entries = Object.entries(object).map(([name, value]) => [name, edit(name, value)])
    return Object.fromEntries(entries) as JsonObject
  })
}

/** Changes one header of the answers that have it. */
export function mapHeader(name: string, edit: (value: string) => string): Fault {
  return mapResponses((response) => {
    const value = response.headers.get(name)
    if (value === null) return response
    const headers = new Headers(response.headers)
    headers.set(name, edit(value))
    return new Response(response.body, { status: response.status, headers })
  })
}

/** Changes the text of the JSON of every answer without changing what it says. */
export function mapText(edit: (json: Json) => string): Fault {
  return mapResponses(async (response) => {
    const json = await readJson(response)
    if (json === undefined) return response
    const headers = new Headers(response.headers)
    return new Response(edit(json), { status: response.status, headers })
  })
}
