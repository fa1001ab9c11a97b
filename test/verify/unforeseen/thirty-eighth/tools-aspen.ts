import { type Call, encoded, idOf, type Values } from '../shared-tools.ts'

/** The id of the project that a call is about, by whichever of its names the call gives it. */
export const projectIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json)

/** The id of the group that a call is about, by its id or by its path. */
export const groupIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json)

/** The records by one of their fields, from the smallest text to the greatest. */
export const sortedBy = (all: readonly Values[], name: string): readonly Values[] =>
  [...all].sort((one, other) => String(one[name]).localeCompare(String(other[name])))

/** The links of a list of them, as they stand there. */
export const linksOf = (header: string): readonly string[] => header.split(/,\s*(?=<)/)

/** The same response with another header. */
export function withHeader(response: Response, name: string, value: string): Response {
  const headers = new Headers(response.headers)
  headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}
