import type { Forge, Handle } from '../server.ts'
import {
  behind,
  type Call,
  callerOf,
  changed,
  fieldsOf,
  levelOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** Changes every object of some JSON, however deep it lies; the inner ones first. */
function deeply(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deeply(one, change))
  if (typeof json !== 'object' || json === null) return json
  const inner = Object.entries(json).map(([name, value]) => [name, deeply(value, change)] as const)
  return change(Object.fromEntries(inner))
}

/** A server that changes every object in its answers of success. */
export function showing(change: (one: Values) => Values): (forge: Forge) => Handle {
  return behind((response) =>
    response.ok ? changed(response, (json) => deeply(json, change)) : response,
  )
}

/** Whether the caller may write to the project: an administrator, or a member with the level; nobody in an archived one. */
export async function mayWrite(call: Call, level = 30): Promise<boolean> {
  if (call.isAnonymous || (await projectOf(call)).archived === true) return false
  const { is_admin } = await callerOf(call)
  return is_admin === true || (await levelOf(call)) >= level
}

/** The project that a call is about, however its path names it. */
export const projectOf = async (call: Call) =>
  fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}
