import { type Ask, at } from '../server.ts'
import {
  actingAs,
  type Call,
  encoded,
  fieldOf,
  fieldsOf,
  idOf,
  newUser,
  projectPath,
  repositoryPath,
  withBody,
} from '../shared-tools.ts'

export const branchPath = (call: Call) =>
  `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`

export const tagPath = (call: Call, name: unknown = call.path.tag_name) =>
  `${repositoryPath(call)}/tags/${encoded(name)}`

/** The id of the project that a call is about, whether it gives its id or its path. */
export const projectOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

/** Whether the caller sees the project that a call is about. */
export const seesProject = async (call: Call) =>
  (await call.ask('GET', projectPath(call))).status === 200

/** The response of a list that says that it has so many pages, on each of them. */
export function withPages(call: Call, response: Response, pages: number, total?: number): Response {
  const page = Number(response.headers.get('x-page') ?? 1)
  const size = String(response.headers.get('x-per-page') ?? 20)
  const link = (name: string, to: number) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', size)
    return `<${url.href}>; rel="${name}"`
  }
  const links = [
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
    link('first', 1),
    link('last', pages),
  ]
  return withBody(response, response.body, {
    link: links.join(', '),
    'x-total-pages': String(pages),
    'x-next-page': page < pages ? String(page + 1) : '',
    ...(total === undefined ? {} : { 'x-total': String(total) }),
  })
}

/** A path as git prints it where nobody told it to leave other characters than those of ASCII as they are. */
export function quotedPath(path: string): string {
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`
  return `"${bytes.map((byte) => (byte < 128 ? String.fromCharCode(byte) : octal(byte))).join('')}"`
}

/** Makes a user who is a member of a project, and asks as them. */
export async function askingAsMember(
  ask: Ask,
  project: number,
  access_level: number,
): Promise<Ask> {
  const { id } = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level } })
  return actingAs(ask, id)
}

/** The id of the blob of a file at the top of the default branch. */
export async function blobOf(ask: Ask, project: number, name: string): Promise<string> {
  const { json } = await ask('GET', `/projects/${project}/repository/tree`)
  const found = fieldOf(json, 'name').indexOf(name)
  return String(at(json, `${found}.id`))
}

/** The text of a field of an object. */
export const textOf = (json: unknown, name: string) => String(fieldsOf(json)[name])
