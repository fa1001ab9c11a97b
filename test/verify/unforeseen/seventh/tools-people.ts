import { type Ask, at } from '../server.ts'
import { type Call, encoded, idOf, newProject, type Values } from '../shared-tools.ts'

let keys = 0
/** A public key that nobody has, of 32 bytes that count on. */
export function freshKey(comment: string): string {
  const bytes = new Uint8Array(51)
  const view = new DataView(bytes.buffer)
  const type = 'ssh-ed25519'
  view.setUint32(0, type.length)
  bytes.set(new TextEncoder().encode(type), 4)
  view.setUint32(15, 32)
  view.setUint32(19, ++keys)
  view.setUint32(23, 0x7e0)
  return `${type} ${btoa(String.fromCharCode(...bytes))} ${comment}`
}

/** Gives a user a key; answers with its id. */
export async function newKey(ask: Ask, user: number): Promise<number> {
  const body = { title: 'Cabin', key: freshKey('cabin@boat') }
  return idOf((await ask('POST', `/users/${user}/keys`, { body })).json)
}

export async function newMember(
  ask: Ask,
  of: 'groups' | 'projects',
  id: number,
  user: number,
  given: Values = {},
): Promise<void> {
  const body = { user_id: user, access_level: 30, ...given }
  await ask('POST', `/${of}/${id}/members`, { body })
}

/** Writes one commit of several actions. */
export function commit(ask: Ask, project: number, actions: readonly Values[], given: Values = {}) {
  const body = { branch_name: 'master', commit_message: 'Change', actions, ...given }
  return ask('POST', `/projects/${project}/repository/commits`, { body })
}

export async function projectOfGroup(ask: Ask, group: number): Promise<number> {
  return newProject(ask, { namespace_id: group, visibility_level: 0 })
}

export const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`

export const isNumber = (text: unknown) => /^\d+$/.test(String(text))

/** The path of a group, by which the interface names it too. */
export const pathOfGroup = async (ask: Ask, group: number) =>
  String(at((await ask('GET', `/groups/${group}`)).json, 'path'))
