import type { Forge, Handle } from '../server.ts'
import {
  behind,
  type Call,
  callerOf,
  changed,
  everyObject,
  fieldsOf,
  levelOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** A server that changes every object in its answers of success. */
export function showing(change: (one: Values) => Values): (forge: Forge) => Handle {
  return behind((response) =>
    response.ok ? changed(response, (json) => everyObject(json, change)) : response,
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
