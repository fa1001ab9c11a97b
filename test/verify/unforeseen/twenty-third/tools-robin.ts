import { at } from '../server.ts'
import { type Call, fieldsOf, jsonAnswer } from '../shared-tools.ts'

/** The request of a call as another user, for whom the administrator acts; as its own without a user. */
export function actedFor({ request }: Call, user?: number): Request {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  url.searchParams.delete('sudo')
  headers.delete('sudo')
  if (user !== undefined) url.searchParams.set('sudo', String(user))
  return new Request(url, { method: request.method, headers })
}

/** Whether an answer refuses a call that somebody else may make. */
export const isRefusal = ({ status }: Response) =>
  status === 401 || status === 403 || status === 404

/** The fields that a call writes: without what says who makes it. */
export const writtenBy = ({ given }: Call) =>
  Object.keys(given).filter((name) => !['sudo', 'private_token', 'access_token'].includes(name))

/** Whether the caller is an administrator. */
export async function isAdministrator({ ask, isAnonymous }: Call): Promise<boolean> {
  if (isAnonymous) return false
  const { json } = await ask('GET', '/user')
  return at(json, 'is_admin') === true
}

export const forbidden = () => jsonAnswer(403, { message: '403 Forbidden' })

export const unauthorized = () => jsonAnswer(401, { message: '401 Unauthorized' })

/** What the administrator reads under a path; no fields where there is nothing. */
export async function readAsRoot({ askAsRoot }: Call, path: string) {
  const { status, json } = await askAsRoot('GET', path)
  return status === 200 ? fieldsOf(json) : {}
}
