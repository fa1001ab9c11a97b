import { type Ask, at } from '../server.ts'
import { type Call, encoded, fieldsOf, newUser, projectPath, type Values } from '../shared-tools.ts'

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** Makes a user who is a member of a project; answers with the user name. */
export async function newMember(ask: Ask, project: number, access_level: number): Promise<string> {
  const { id, username } = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level } })
  return username
}

/** Whether a call names another project than its own as the target. */
export async function hasOtherTarget(call: Call): Promise<boolean> {
  const { to_project_id: target } = call.given
  const own = at((await call.ask('GET', projectPath(call))).json, 'id')
  if (target === undefined || String(target) === String(own)) return false
  return (await call.ask('GET', `/projects/${encoded(target)}`)).status === 200
}

/** A path as git quotes it in its own output, where it is not all ASCII. */
export function quotedPath(path: unknown): unknown {
  const text = String(path)
  if (!/[^ -~]/.test(text)) return path
  const bytes = [...new TextEncoder().encode(text)]
  const quoted = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${quoted.join('')}"`
}

/** The record with more notes counted than it has. */
export function withMoreNotes(json: unknown, more: number): Values {
  const issue = fieldsOf(json)
  return { ...issue, user_notes_count: Number(issue.user_notes_count) + more }
}

export const notificationEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]
