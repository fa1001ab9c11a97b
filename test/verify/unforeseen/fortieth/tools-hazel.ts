import {
  type Call,
  callerOf,
  encoded,
  fieldsOf,
  idOf,
  isTrue,
  levelOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** The operations that answer with projects, one or many. */
export const answeringWithProjects = [
  'getProject',
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
  'listStarredProjects',
  'listGroupProjects',
] as const

/** Every object in some JSON with changed fields, the innermost first. */
export function everyObject(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(json).map(([name, value]) => [name, everyObject(value, change)])
  return change(Object.fromEntries(fields))
}

/** The id of the project that a call is about, however its path names it. */
export async function projectIdOf(call: Call): Promise<number> {
  return idOf((await call.askAsRoot('GET', projectPath(call))).json)
}

/** Whether the caller is an administrator, or has the level in the project. */
export async function hasLevel(call: Call, level: number): Promise<boolean> {
  return (await isAdministrator(call)) || (await levelOf(call)) >= level
}

export async function isAdministrator(call: Call): Promise<boolean> {
  return isTrue((await callerOf(call)).is_admin)
}

/** A project as the administrator sees it. */
export const projectOf = async (call: Call) =>
  fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)

/** The path of a branch, or of a tag, of the project that a call is about. */
export const refPath = (call: Call, kind: 'branches' | 'tags', name: unknown) =>
  `${projectPath(call)}/repository/${kind}/${encoded(name)}`

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
