import type { OperationContract } from '../../contract/operation-contract.ts'

export type Parameters = Readonly<Record<string, unknown>>

export interface Encoding {
  readonly credential: Credential
  /** The place of the parameters of a write: a JSON body by default; `split` puts every second one into the query. */
  readonly body?: 'json' | 'form' | 'query' | 'split'
  /** The user to impersonate, by id or username. */
  readonly sudo?: string | number
  /** The place of the impersonated user, by default a header. */
  readonly sudoIn?: 'header' | 'query'
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as it is sent. */
export interface Encoded {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Encodes a call of an operation as a request, with parameters in the places of the contract. */
export function encodeCall(
  apiUrl: string,
  operation: Pick<OperationContract, 'path' | 'parameters'> & { readonly method: string },
  parameters: Parameters,
  encoding: Encoding,
): Encoded {
  const inPath = new Set(
    operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
  )
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  )
  const rest = Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => !inPath.has(name) && value !== undefined),
  )
  return encodeRequest(apiUrl, operation.method, path, rest, encoding)
}

/** Encodes a request: GET and DELETE have parameters in the query, other methods, and DELETE in a form, in the body. */
export function encodeRequest(
  apiUrl: string,
  method: string,
  path: string,
  parameters: Parameters,
  encoding: Encoding,
): Encoded {
  const { headers: credentials, query } = placeCredential(encoding.credential)
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const isForm = encoding.body === 'form'
  const hasBody = isWrite ? encoding.body !== 'query' : method === 'DELETE' && isForm
  const { sudo, sudoIn = 'header' } = encoding
  const sudoQuery = sudo !== undefined && sudoIn === 'query' ? { sudo } : {}
  const headers: Record<string, string> = { ...encoding.headers, ...credentials }
  if (sudo !== undefined && sudoIn === 'header') headers.SUDO = String(sudo)
  const inQuery = hasBody ? (encoding.body === 'split' ? everyOther(parameters) : {}) : parameters
  const search = formOf({ ...inQuery, ...query, ...sudoQuery })
  const url = `${apiUrl}${path}${search && (path.includes('?') ? '&' : '?')}${search}`
  if (!hasBody || Object.keys(parameters).length === 0) return { method, url, headers }
  headers['Content-Type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const inBody = Object.entries(parameters).filter(([name]) => !Object.hasOwn(inQuery, name))
  const values = Object.fromEntries(inBody)
  return { method, url, headers, body: isForm ? formOf(values) : JSON.stringify(values) }
}

function everyOther(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter((_, index) => index % 2 === 0))
}

/** Encodes `a=1&b[]=2&b[]=3`; null becomes an empty value. */
function formOf(parameters: Parameters): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, String(one))
    else form.append(name, value === null ? '' : String(value))
  }
  return form.toString()
}

/** The credential of a request; the kinds are those of the specification's table. */
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

/** Puts a credential into the place of its kind. */
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
