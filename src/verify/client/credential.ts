/** How a request says who sends it; the kinds of the specification's table of credentials. */
export type Credential =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'private token' | 'private token in the query'
      readonly token: string
    }
  | { readonly kind: 'bearer' | 'access token in the query'; readonly token: string }
  | { readonly kind: 'session cookie'; readonly token: string }

export interface Placed {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** Puts a credential where its kind belongs. */
export function placeCredential(credential: Credential): Placed {
  switch (credential.kind) {
    case 'none':
      return { headers: {}, query: {} }
    case 'private token':
      return { headers: { 'PRIVATE-TOKEN': credential.token }, query: {} }
    case 'private token in the query':
      return { headers: {}, query: { private_token: credential.token } }
    case 'bearer':
      return { headers: { Authorization: `Bearer ${credential.token}` }, query: {} }
    case 'access token in the query':
      return { headers: {}, query: { access_token: credential.token } }
    case 'session cookie':
      return { headers: { Cookie: `_service_session=${credential.token}` }, query: {} }
  }
}
