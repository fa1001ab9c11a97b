import {
  type Call,
  callerOf,
  fieldsOf,
  jsonOf,
  levelOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

export const isAdministrator = async (call: Call) => (await callerOf(call)).is_admin === true

/** Whether the caller has a level in the project, by itself or by its group. */
export async function isMember(call: Call): Promise<boolean> {
  return (await levelOf(call)) > 0
}

/** The project of a call as the caller sees it; without fields where it is hidden. */
export async function projectOf(call: Call): Promise<Values> {
  const { status, json } = await call.ask('GET', projectPath(call))
  return status === 200 ? fieldsOf(json) : {}
}

export const fieldsIn = async (response: Response) => fieldsOf(await jsonOf(response))

/** Whether something came into being within the last milliseconds. */
export const isYoung = (createdAt: unknown, time: number) =>
  Date.now() - Date.parse(String(createdAt)) < time
