import { type Ask, at } from '../server.ts'
import {
  type Call,
  encoded,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newProject,
  type Values,
} from '../shared-tools.ts'

type Fields = Readonly<Record<string, unknown>>

/** The list of a call with other entries, on the page that is asked for and with the headers of it. */
export async function relisted(
  call: Call,
  change: (all: readonly Fields[]) => readonly Fields[] | Promise<readonly Fields[]>,
): Promise<Response> {
  // What is refused is refused in the words of the forge, for the page that was asked for.
  const asked = await call.send()
  if (!asked.ok) return asked
  const all: Fields[] = []
  for (let page = 1; ; page++) {
    const found = listOf(await jsonOf(await call.send({ per_page: 100, page })))
    all.push(...found)
    if (found.length < 100) break
  }
  return listAnswer(call, asked, await change(all))
}

/** A page of a list, with what its headers say of the others. */
function listAnswer({ request }: Call, asked: Response, all: readonly Fields[]): Response {
  const size = Number(asked.headers.get('x-per-page'))
  const page = Number(asked.headers.get('x-page'))
  const pages = Math.max(1, Math.ceil(all.length / size))
  const url = (to: number) => {
    const target = new URL(request.url)
    target.searchParams.delete('private_token')
    target.searchParams.set('per_page', String(size))
    target.searchParams.set('page', String(to))
    return target.href
  }
  const previous = page > 1 ? [[page - 1, 'prev'] as const] : []
  const next = page < pages ? [[page + 1, 'next'] as const] : []
  const links = [...previous, ...next, [1, 'first'] as const, [pages, 'last'] as const]
  const answer = jsonAnswer(200, all.slice((page - 1) * size, page * size))
  const headers = {
    link: links.map(([to, relation]) => `<${url(to)}>; rel="${relation}"`).join(', '),
    'x-total': String(all.length),
    'x-total-pages': String(pages),
    'x-per-page': String(size),
    'x-page': String(page),
    'x-next-page': next.length > 0 ? String(page + 1) : '',
    'x-prev-page': previous.length > 0 ? String(page - 1) : '',
    'x-request-id': crypto.randomUUID(),
    'x-runtime': '0.001',
  }
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

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
