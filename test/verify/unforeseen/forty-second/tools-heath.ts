import { type Answer, at, type Forge, type Handle } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  everyObject,
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

/** Milliseconds since a timestamp. */
export const ageOf = (timestamp: unknown) => Date.now() - Date.parse(String(timestamp))
