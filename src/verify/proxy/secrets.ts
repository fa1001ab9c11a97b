import type { Masking } from '../client/masking.ts'
import type { PassedExchange } from './traffic.ts'

const inQuery = ['private_token', 'access_token']

/** Notes the credentials of a request, so that no report repeats them, wherever they stand. */
export function addSecrets(masking: Masking, { headers, url }: PassedExchange): void {
  for (const [name, value] of Object.entries(headers)) {
    switch (name.toLowerCase()) {
      case 'private-token':
        masking.add(value)
        break
      case 'authorization':
        masking.add(value.replace(/^\S+\s+/, ''))
        break
      case 'cookie':
        for (const pair of value.split(';')) masking.add(pair.slice(pair.indexOf('=') + 1).trim())
        break
    }
  }
  const { searchParams } = new URL(url)
  for (const name of inQuery) for (const value of searchParams.getAll(name)) masking.add(value)
}
