import { type Ask, at, type Forge } from '../server.ts'
import { type Call, encoded, fieldsOf, jsonOf, listOf } from '../shared-tools.ts'

/** The request with other headers and another address, which `change` writes; its body stays. */
export async function readdressed(
  request: Request,
  change: (url: URL, headers: Headers) => void,
): Promise<Request> {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  change(url, headers)
  const body = await request.clone().arrayBuffer()
  const hasBody = request.method !== 'GET' && body.byteLength > 0
  return new Request(url, { method: request.method, headers, ...(hasBody ? { body } : {}) })
}

/** The user whom a request is to be made as; null where it is made as nobody else. */
export const sudoOf = (request: Request): string | null =>
  new URL(request.url).searchParams.get('sudo') ?? request.headers.get('sudo')

/** The user whose token a request carries, whomever it is to be made as. */
export async function holderOf(forge: Forge, request: Request): Promise<Response> {
  const own = new URL('/api/v3/user', request.url)
  for (const name of ['private_token', 'access_token']) {
    const value = new URL(request.url).searchParams.get(name)
    if (value !== null) own.searchParams.set(name, value)
  }
  const headers = new Headers(request.headers)
  for (const name of ['sudo', 'content-type', 'content-length']) headers.delete(name)
  return forge.fetch(new Request(own, { headers }))
}

/** The id of the project of a call, by whichever of its names it is called. */
export const projectIdOf = async ({ askAsRoot, path }: Call): Promise<number> =>
  Number(at((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json, 'id'))

/** Whether the caller sees what stands under a path. */
export const isSeen = async ({ ask }: Call, path: string): Promise<boolean> =>
  (await ask('GET', path)).status === 200

/** Whether there is anything under a path, for those who see everything. */
export const isThere = async ({ askAsRoot }: Call, path: string): Promise<boolean> =>
  (await askAsRoot('GET', path)).status === 200

/** The private token of a user, which an administrator is told who acts as that user. */
export async function tokenOf(ask: Ask, user: number): Promise<string> {
  return String(at((await ask('GET', `/user?sudo=${user}`)).json, 'private_token'))
}

export async function addMember(
  ask: Ask,
  of: string,
  user_id: number,
  access_level: number,
): Promise<void> {
  await ask('POST', `${of}/members`, { body: { user_id, access_level } })
}

/** The ids of those who own a group. */
export async function ownersOf({ askAsRoot, path }: Call): Promise<readonly unknown[]> {
  const { json } = await askAsRoot('GET', `/groups/${encoded(path.id)}/members?per_page=100`)
  return listOf(json).flatMap((one) => (Number(one.access_level) >= 50 ? [one.id] : []))
}

const briefFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']

/** A user as the lists have it for those who are no administrators. */
export const briefOf = (user: unknown) =>
  Object.fromEntries(briefFields.map((name) => [name, fieldsOf(user)[name]]))

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

/** Whether a refusal says that there is no user to act as, which is stated with its text. */
export const isOfUnknownUser = async (response: Response): Promise<boolean> =>
  String(at(await jsonOf(response), 'message')).includes('No user id or username')
