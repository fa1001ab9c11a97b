import type { Ask } from '../server.ts'
import { type Call, idOf, projectPath } from '../shared-tools.ts'

export const isNumeric = (text: string | null) => /^\d+$/.test(text ?? '')

export const userPath = ({ path }: Call) => `/users/${path.id}`
export const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`
export const notePath = (call: Call) => `${snippetPath(call)}/notes/${call.path.note_id}`

export function addMember(ask: Ask, project: number, user_id: number, access_level: number) {
  return ask('POST', `/projects/${project}/members`, { body: { user_id, access_level } })
}

/** Writes a note on a snippet; answers with its id. */
export async function addNote(
  ask: Ask,
  project: number,
  snippet: number,
  body: string,
): Promise<number> {
  const path = `/projects/${project}/snippets/${snippet}/notes`
  return idOf((await ask('POST', path, { body: { body } })).json)
}
