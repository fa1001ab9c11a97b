import { askOf, type Forge, type Handle } from '../server.ts'
import {
  behind,
  type Call,
  changed,
  fieldsOf,
  jsonAnswer,
  jsonOf,
  type Values,
  withFields,
} from '../shared-tools.ts'

/** What a server says to callers whom it does not know. */
export const unauthorized = () => refusal(401, '401 Unauthorized')

/** A refusal of a status, with its message. */
export const refusal = (status: number, message: unknown) => jsonAnswer(status, { message })

/** The token that a call brings as its private token: an empty one is a token too. */
export function tokenOf({ request }: Call): string | null {
  return request.headers.get('private-token') ?? queryOf(request).get('private_token')
}

export const queryOf = (request: Request) => new URL(request.url).searchParams

/** Whether a call brings its private token in the query alone. */
export function bringsTokenInQuery({ request }: Call): boolean {
  const inHeader = ['private-token', 'authorization'].some((name) => request.headers.has(name))
  return !inHeader && queryOf(request).has('private_token')
}

/** Reads the same or another path with the credentials of a call, but as the owner of its token. */
export function readWithoutSudo(forge: Forge, { request }: Call, path?: string): Promise<Response> {
  const url = new URL(request.url)
  url.searchParams.delete('sudo')
  if (path !== undefined) url.pathname = `/api/v3${path}`
  const headers = new Headers(request.headers)
  headers.delete('sudo')
  return forge.fetch(new Request(url, { headers }))
}

/** A server that adds fields to users wherever they are in the form for administrators. */
export function addingForAdministrators(added: Values): (forge: Forge) => Handle {
  return behind(async (response) => {
    const text = await response.clone().text()
    if (!text.includes('"projects_limit"')) return response
    return changed(response, (json) =>
      everyObject(json, (one) =>
        'email' in one && 'projects_limit' in one ? withFields(one, added) : one,
      ),
    )
  })
}

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(json: unknown, change: (fields: Values) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

/** An object with these of its fields alone. */
export const onlyFields = (json: unknown, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fieldsOf(json)).filter(([name]) => names.includes(name)))

/** An instance whose administrator has changed settings before the first request comes. */
export function configured(settings: Values): (forge: Forge) => Handle {
  return (forge) => {
    const ask = askOf((request) => forge.fetch(request))
    let written: Promise<unknown> | undefined
    return async (request) => {
      written ??= ask('PUT', '/application/settings', {
        token: forge.tokens.root,
        body: settings,
      })
      await written
      return forge.fetch(request)
    }
  }
}

/** The fields of the JSON of a response. */
export const fieldsIn = async (response: Response) => fieldsOf(await jsonOf(response))
