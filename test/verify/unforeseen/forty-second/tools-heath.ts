import { type Answer, at, type Forge, type Handle } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  fieldsOf,
  levelOf,
  projectPath,
  type Values,
  withBody,
} from '../shared-tools.ts'

/** The id of the project that a call is about, however its path names it. */
export async function projectIdOf(call: Call): Promise<unknown> {
  return at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
}

/** Whether the caller may write to the project: an administrator, or a member with the level. */
export async function mayWrite(call: Call, level = 30): Promise<boolean> {
  if (call.isAnonymous) return false
  const { is_admin } = await callerOf(call)
  return is_admin === true || (await levelOf(call)) >= level
}

/** Changes every object in JSON, the inner ones first. */
function everyObject(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  return change(
    Object.fromEntries(
      Object.entries(fieldsOf(json)).map(([name, value]) => [name, everyObject(value, change)]),
    ),
  )
}

/** A server that shows its objects otherwise, wherever it shows them; refusals stay as they are. */
export function showing(
  change: (one: Values, request: Request) => Values,
  serve: (forge: Forge) => Handle = (forge) => (request) => forge.fetch(request),
): (forge: Forge) => Handle {
  return (forge) => {
    const handle = serve(forge)
    return async (request) => {
      const response = await handle(request.clone())
      if (!response.ok) return response
      return changed(response, (json) => everyObject(json, (one) => change(one, request)))
    }
  }
}

/** The answer as a response with its headers, and with other JSON where that is given. */
export const withHeadersOf = ({ status, headers, json }: Answer, other = json) =>
  withBody(new Response(null, { status, headers }), JSON.stringify(other))

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

/** Milliseconds since a timestamp. */
export const ageOf = (timestamp: unknown) => Date.now() - Date.parse(String(timestamp))
