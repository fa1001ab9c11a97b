import { type Ask, at, type Forge } from '../server.ts'
import { actingAs } from '../shared-tools.ts'

/** What `ask` takes to send a form: it writes a body as JSON text, whose quotes end up in fields of no meaning. */
export const formOf = (fields: Readonly<Record<string, string>>) => ({
  body: `before=1&${new URLSearchParams(fields)}&after=1`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

export const isForm = (request: Request) =>
  (request.headers.get('content-type') ?? '').includes('urlencoded')

/** Asks the forge the same without sudo, as whoever the token is of; for requests without a body. */
export function fetchWithoutSudo(forge: Forge, request: Request, path?: string): Promise<Response> {
  const url = new URL(request.url)
  if (path !== undefined) url.pathname = `/api/v3${path}`
  url.searchParams.delete('sudo')
  const headers = new Headers(request.headers)
  headers.delete('sudo')
  return forge.fetch(new Request(url, { method: request.method, headers }))
}

/** The private token of a user, as the administrator is told it. */
export async function tokenOf(ask: Ask, user: string | number): Promise<string> {
  return String(at((await actingAs(ask, user)('GET', '/user')).json, 'private_token'))
}

/** A path as Git quotes it when it is not told otherwise: bytes beyond ASCII in octal. */
export function quotedByGit(path: string): string {
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const quoted = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${quoted.join('')}"`
}

export const escapedForHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
