import type { Forge, Handle } from '../server.ts'
import { behind, changed, fieldsOf, jsonOf, type Values, withBody } from '../shared-tools.ts'

/** The JSON with every object in it changed, the inner ones first. */
function withObjects(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one: unknown) => withObjects(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(fieldsOf(json))
  return change(Object.fromEntries(fields.map(([name, one]) => [name, withObjects(one, change)])))
}

/** A server that changes every object of its answers of success, however deep it stands. */
export const answeringObjects = (change: (one: Values) => Values): ((forge: Forge) => Handle) =>
  behind((response) =>
    response.ok ? changed(response, (json) => withObjects(json, change)) : response,
  )

/** A server that writes the JSON of its answers of success in a way of its own. */
export const writing = (write: (json: unknown) => string): ((forge: Forge) => Handle) =>
  behind(async (response) => {
    const json = await jsonOf(response)
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return response.ok && isJson && json !== undefined ? withBody(response, write(json)) : response
  })

/** The fields of an object without some. */
export const without = (one: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
