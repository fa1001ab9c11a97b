import { at } from '../server.ts'
import { behind, type Call, encoded, withBody } from '../shared-tools.ts'

/** The id of the group of a call, whichever way its path names it. */
export const numberOfGroup = async ({ askAsRoot, path }: Call) =>
  at((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json, 'id')

/** The private token that a call brings in its header or its query. */
export const tokenOf = ({ request }: Call) =>
  request.headers.get('private-token') ?? new URL(request.url).searchParams.get('private_token')

/** Whether a public key is one of DSA, or one of RSA with less than 2048 bits. */
export function isWeak(key: unknown): boolean {
  const [kind, base64 = ''] = String(key).trim().split(/\s+/)
  // A modulus of 2048 bits alone has 256 bytes; kind, exponent and lengths add less than 32.
  return kind === 'ssh-dss' || (kind === 'ssh-rsa' && (base64.length * 3) / 4 < 256)
}

/** A proxy that writes the header of links otherwise. */
export const behindLinks = (change: (link: string) => string) =>
  behind((response) => {
    const link = response.headers.get('link')
    return link === null ? response : withBody(response, response.body, { link: change(link) })
  })
