import type { Credential } from '../client/encode.ts'

/** A token that does not exist. */
const WRONG_TOKEN = 'nobody-has-this-token'

/** The credentials of steps with a token that does not exist, by the place where it stands. */
const kinds = {
  'wrong token': 'private token',
  'wrong token in the query': 'private token in the query',
  'wrong OAuth token': 'bearer',
  'wrong OAuth token in the query': 'access token in the query',
} as const

export type WrongToken = keyof typeof kinds

/** Each of these credentials. */
export const wrongTokenPlaces = Object.keys(kinds) as readonly WrongToken[]

/** Returns the credential of a request for that of a step; undefined where it is no wrong token. */
export function wrongCredential(credential: string | undefined): Credential | undefined {
  const wrong = wrongTokenPlaces.find((one) => one === credential)
  return wrong && { kind: kinds[wrong], token: WRONG_TOKEN }
}
