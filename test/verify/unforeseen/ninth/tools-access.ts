import { randomBytes } from 'node:crypto'
import { type Ask, at, type Forge } from '../server.ts'
import type { Call } from '../sixth/tools.ts'

/** The private token of a user, as an administrator is told it. */
export async function ownToken(ask: Ask, id: number): Promise<string> {
  return String(at((await ask('GET', `/user?sudo=${id}`)).json, 'private_token'))
}

/** The same GET without credentials. */
export const sendAnonymously = (forge: Forge, { request }: Call) => {
  const url = new URL(request.url)
  for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
  return forge.fetch(new Request(url))
}

/** An SSH key that nobody has. */
export function newSshKey(): { readonly title: string; readonly key: string } {
  const parts = [Buffer.from('ssh-ed25519'), randomBytes(32)]
  const blob = Buffer.concat(
    parts.flatMap((part) => {
      const size = Buffer.alloc(4)
      size.writeUInt32BE(part.length)
      return [size, part]
    }),
  )
  return { title: 'Nine', key: `ssh-ed25519 ${blob.toString('base64')} nine` }
}
