import { type Ask, at } from '../server.ts'
import { actingAs, type Call, jsonOf, listOf, type Values } from '../shared-tools.ts'

/** The events that a custom level of notifications consists of. */
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

/** The private token of a user, which the answer to an administrator with sudo carries. */
export async function tokenOf(ask: Ask, user: string | number): Promise<string> {
  return String(at((await actingAs(ask, user)('GET', '/user')).json, 'private_token'))
}

/** What the pages of a list have up to one of them, in its size. */
export async function allBefore(call: Call, last: number): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; page <= last; page++) {
    found.push(...listOf(await jsonOf(await call.send({ page }))))
  }
  return found
}

/** The JSON with each user in it changed: what has a username, a name and a picture. */
export function everyUser(json: unknown, change: (user: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyUser(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields: Values = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, everyUser(value, change)]),
  )
  return 'username' in fields && 'avatar_url' in fields ? change(fields) : fields
}
