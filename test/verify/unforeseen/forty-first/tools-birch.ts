import { at } from '../server.ts'
import { type Call, callerOf, encoded, levelOf, listOf, projectPath } from '../shared-tools.ts'

/** The path that a call asks for, below `/api/v3`. */
export const askedPath = ({ request }: Call) =>
  new URL(request.url).pathname.slice('/api/v3'.length)

export const branchesPath = (call: Call) => `${projectPath(call)}/repository/branches`

/** The record with the id of a project, however the path of a call names it. */
export const projectOf = async (call: Call) => (await call.askAsRoot('GET', projectPath(call))).json

/** The merge requests of a project in a state, whoever may see them. */
export async function mergeRequestsOf(call: Call, state: string) {
  const path = `${projectPath(call)}/merge_requests?state=${state}&per_page=100`
  return listOf((await call.askAsRoot('GET', path)).json)
}

export async function hasBranch(call: Call, name: unknown): Promise<boolean> {
  return (await call.askAsRoot('GET', `${branchesPath(call)}/${encoded(name)}`)).status === 200
}

export const isAdministrator = async (call: Call) =>
  !call.isAnonymous && (await callerOf(call)).is_admin === true

/** Whether the caller is an administrator or has a level in the project. */
export async function mayMaintain(call: Call): Promise<boolean> {
  if (call.isAnonymous) return false
  return (await isAdministrator(call)) || (await levelOf(call)) >= 40
}

/** The numbers that a parameter lists. */
export const numbersOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).map(Number)

/** For records in the order of their creation, the newest first. */
export function byCreation(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): number {
  return String(at(other, 'created_at')).localeCompare(String(at(one, 'created_at')))
}

/** The links of a list to its other pages, with each of their addresses changed. */
export function withLinks(links: string, change: (url: URL) => void): string {
  return links.replace(/<([^>]+)>/g, (_, target: string) => {
    const url = new URL(target)
    change(url)
    return `<${url.href}>`
  })
}
