import { type Ask, at } from '../server.ts'
import { freshName, newUser } from '../shared-tools.ts'

/** The request once more, with other headers or another address. */
export function remade(
  request: Request,
  body: ArrayBuffer,
  change: (url: URL, headers: Headers) => void,
): Request {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  change(url, headers)
  return new Request(url, {
    method: request.method,
    headers,
    ...(body.byteLength > 0 ? { body } : {}),
  })
}

export function dropSudo(url: URL, headers: Headers): void {
  url.searchParams.delete('sudo')
  headers.delete('sudo')
}

/** JSON with every object in it changed, however deep it stands. */
export function deeplyChanged(
  json: unknown,
  change: (one: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(json)) return json.map((one) => deeplyChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(json)) fields[name] = deeplyChanged(value, change)
  return change(fields)
}

/** A new user and the private token with which it makes calls of its own. */
export async function newUserWithToken(
  ask: Ask,
): Promise<{ readonly id: number; readonly username: string; readonly token: string }> {
  const user = await newUser(ask)
  const { json } = await ask('GET', '/user', { headers: { sudo: user.username } })
  return { ...user, token: String(at(json, 'private_token')) }
}

/** An e-mail address that nobody has. */
export const freshEmail = () => `${freshName('mail')}@maple.example`

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

/** Other JSON and another status, under the headers of the response. */
export function answeredInstead(response: Response, status: number, json: unknown): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'etag']) headers.delete(name)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(json), { status, headers })
}
