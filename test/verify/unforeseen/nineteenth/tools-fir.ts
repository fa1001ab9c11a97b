import type { Ask } from '../server.ts'
import { actingAs, headOf, type NewUser, newUser, type Values } from '../shared-tools.ts'

export const notesPath = (project: number, parent: string, id: number) =>
  `/projects/${project}/${parent}/${id}/notes`

/** Makes a user who is a member of the project, and answers with how to ask as that user. */
export async function newMember(
  ask: Ask,
  project: number,
  access_level: number,
): Promise<NewUser & { readonly ask: Ask }> {
  const user = await newUser(ask)
  const body = { user_id: user.id, access_level }
  await ask('POST', `/projects/${project}/members`, { body })
  return { ...user, ask: actingAs(ask, user.username) }
}

/** Schedules the merge of a branch for when its build has succeeded: a status of it is running. */
export async function scheduleMerge(
  ask: Ask,
  project: number,
  branch: string,
  mergeRequest: number,
): Promise<void> {
  const sha = await headOf(ask, project, branch)
  await ask('POST', `/projects/${project}/statuses/${sha}`, {
    body: { state: 'running', ref: branch },
  })
  await ask('PUT', `/projects/${project}/merge_requests/${mergeRequest}/merge`, {
    body: { merge_when_build_succeeds: true },
  })
}

/** A path as Git prints it where it has bytes beyond ASCII: in quotes, with octal numbers. */
export function quotedPath(path: unknown): unknown {
  const bytes = [...new TextEncoder().encode(String(path))]
  if (bytes.every((byte) => byte < 128)) return path
  const text = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${text.join('')}"`
}

const authorFields = [
  'id',
  'username',
  'name',
  'state',
  'avatar_url',
  'web_url',
  'email',
  'created_at',
]

/** What a note says of its author, out of all that is known of a user. */
export const authorOf = (user: Values): Values =>
  Object.fromEntries(authorFields.map((name) => [name, user[name] ?? null]))

/** Waits until the clock of a server has gone on, so that the next write is a later one. */
export const aMoment = () => new Promise((resolve) => setTimeout(resolve, 10))
