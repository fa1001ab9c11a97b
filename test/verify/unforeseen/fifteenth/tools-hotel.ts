import { type Answer, type Ask, at } from '../server.ts'
import {
  actingAs,
  encoded,
  idOf,
  type NewUser,
  newProject,
  newSnippet,
  newUser,
  type Values,
} from '../shared-tools.ts'

/** A project with a snippet: the project, the snippet, and the path of the snippet. */
export async function newSnippetPath(ask: Ask, given: Values = {}) {
  const project = await newProject(ask, { snippets_enabled: true })
  const snippet = await newSnippet(ask, project, given)
  return { project, snippet, path: `/projects/${project}/snippets/${snippet}` }
}

export async function newNote(ask: Ask, parent: string, body = 'One'): Promise<number> {
  return idOf((await ask('POST', `${parent}/notes`, { body: { body } })).json)
}

/** Makes a user who is a member of a project. */
export async function newMember(ask: Ask, project: number, access_level: number): Promise<NewUser> {
  const user = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: user.id, access_level } })
  return user
}

/** Asks as a new member of a project, for whom the administrator acts. */
export async function asNewMember(ask: Ask, project: number, access_level: number): Promise<Ask> {
  return actingAs(ask, (await newMember(ask, project, access_level)).id)
}

export const fileAt = (ask: Ask, project: number, file_path: string, ref: string) =>
  ask(
    'GET',
    `/projects/${project}/repository/files?file_path=${encoded(file_path)}&ref=${encoded(ref)}`,
  )

/** The text of a file as the API gives it, in Base64. */
export const contentOf = ({ json }: Answer) => String(at(json, 'content')).replace(/\s/g, '')
