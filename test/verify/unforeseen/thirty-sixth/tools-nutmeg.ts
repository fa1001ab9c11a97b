import { at, type OperationId } from '../server.ts'
import { type Call, fieldsOf, projectPath } from '../shared-tools.ts'

/** Where projects are answered in their full form, one or many. */
export const answeringWithProjects: readonly OperationId[] = [
  'getProject',
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** The project that a call is about, as the administrator sees it. */
export const projectOf = async (call: Call) =>
  fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)

/** Whether the caller is a member of the project, by itself or by its group. */
export async function isMember(call: Call): Promise<boolean> {
  const { json } = await call.ask('GET', projectPath(call))
  return ['project_access', 'group_access'].some((name) => {
    const level = at(json, `permissions.${name}.access_level`)
    return typeof level === 'number' && level > 0
  })
}

/** Whether a text has another in it, whatever the case of the letters. */
export const includesText = (text: unknown, part: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .includes(String(part).toLowerCase())
