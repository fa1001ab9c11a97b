import type { Forge, Handle } from '../server.ts'
import { behind, changed, everyObject, jsonOf, type Values, withBody } from '../shared-tools.ts'

/** A server that changes every object of its answers of success, however deep it stands. */
export const answeringObjects = (change: (one: Values) => Values): ((forge: Forge) => Handle) =>
  behind((response) =>
    response.ok ? changed(response, (json) => everyObject(json, change)) : response,
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
