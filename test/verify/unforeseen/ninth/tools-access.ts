import { type Ask, at, type Forge } from '../server.ts'
import { type Call, freshKey } from '../shared-tools.ts'

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
export const newSshKey = () => ({ title: 'Nine', key: freshKey() })
