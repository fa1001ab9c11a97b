import { type Ask, askOf, at, type Forge } from '../server.ts'
import { type Call, encoded, fieldsOf, freshName, idOf, type Values } from '../shared-tools.ts'

export const eventNames = [
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

/** The path of a call below `/api/v3`. */
export const pathOf = ({ request }: Call) => new URL(request.url).pathname.slice('/api/v3'.length)

export const snippetPath = ({ path }: Call) =>
  `/projects/${encoded(path.id)}/snippets/${encoded(path.snippet_id)}`

/** One snippet, in whichever way its project is named. */
export const snippetKey = ({ path }: Call) => `${path.snippet_id}`

/** The user whom a request wants to act as. */
export function sudoOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('sudo') ?? request.headers.get('sudo')
}

/** The user as whom a request would act. */
export async function actorOf(forge: Forge, request: Request): Promise<Values> {
  return userOf(forge, request, new URL(request.url).searchParams.get('sudo'), true)
}

/** The user to whom the token of a request belongs. */
export async function bearerOf(forge: Forge, request: Request): Promise<Values> {
  return userOf(forge, request, null, false)
}

async function userOf(
  forge: Forge,
  request: Request,
  sudo: string | null,
  withSudo: boolean,
): Promise<Values> {
  const { searchParams } = new URL(request.url)
  const query = new URLSearchParams()
  for (const name of ['private_token', 'access_token']) {
    const value = searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  if (sudo !== null) query.set('sudo', sudo)
  const headers: Record<string, string> = {}
  for (const name of ['private-token', 'authorization', 'cookie', ...(withSudo ? ['sudo'] : [])]) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const ask = askOf((asked) => forge.fetch(asked))
  const { status, json } = await ask('GET', `/user?${query}`, { token: '', headers })
  return status === 200 ? fieldsOf(json) : {}
}

/** The request with another address or other headers. */
export async function readdressed(
  request: Request,
  change: (url: URL, headers: Headers) => void,
): Promise<Request> {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  change(url, headers)
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  const hasBody = body !== undefined && body.byteLength > 0
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body } : {}) })
}

/** Makes a user who has a password and a token of their own. */
export async function newTokenHolder(ask: Ask) {
  const username = freshName('willow')
  const body = {
    username,
    name: username,
    email: `${username}@willow.example`,
    password: 'Bark-and-bast-42',
  }
  const id = idOf((await ask('POST', '/users', { body })).json)
  const { json } = await ask('GET', '/user', { headers: { sudo: username } })
  return { id, username, token: String(at(json, 'private_token')) }
}
