import type { Answer, Ask } from '../server.ts'
import { type Call, encoded, listOf, type Rule, type Values, withBody } from '../shared-tools.ts'

/** The response with other headers; those that are undefined are left out. */
export function withHeaders(
  response: Response,
  changes: Readonly<Record<string, string | undefined>>,
): Response {
  const changedResponse = withBody(response, response.body)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changedResponse.headers.delete(name)
    else changedResponse.headers.set(name, value)
  }
  return changedResponse
}

/** Sends the call with the changes where the condition holds, and as it is elsewhere. */
export const sendingIf =
  (holds: (call: Call) => boolean, changes: (call: Call) => Values): Rule =>
  (call) =>
    holds(call) ? call.send(changes(call)) : call.send()

/** All that a list holds, page by page. */
export async function allOf(ask: (path: string) => Promise<Answer>, path: string) {
  const all: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const found = listOf(
      (await ask(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`)).json,
    )
    all.push(...found)
    if (found.length < 100) return all
  }
}

/** A public key that no user has, whose Base64 holds a plus sign. */
export function newPublicKey(): string {
  const name = 'ssh-ed25519'
  for (;;) {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, name.length]),
      Buffer.from(name),
      Buffer.from([0, 0, 0, 32]),
      Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
    ])
    if (bytes.toString('base64').includes('+')) return `${name} ${bytes.toString('base64')}`
  }
}

/** An instant without the offset of its zone, as if it had none. */
export const withoutOffset = (instant: unknown) => String(instant).replace(/[ +-]\d\d:\d\d$/, 'Z')

export const fileOf = (ask: Ask, project: number, path: string, ref = 'master') =>
  ask('GET', `/projects/${project}/repository/files?file_path=${encoded(path)}&ref=${encoded(ref)}`)
