import { at } from '../server.ts'
import { type Call, encoded, idOf, projectPath, withBody } from '../shared-tools.ts'

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** The id of the project that a call is about, whether it gives that or the path. */
export const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

export const groupIdOf = async ({ askAsRoot, path }: Call) =>
  Number(at((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json, 'id'))

/** The response with links whose URLs are changed. */
export function withLinks(response: Response, change: (url: URL) => void): Response {
  const link = response.headers.get('link')
  if (link === null) return response
  const changed = link.replace(/<([^>]*)>/g, (_, address: string) => {
    const url = new URL(address)
    change(url)
    return `<${url.href}>`
  })
  return withBody(response, response.body, { link: changed })
}

/** The response with links that have one value of each parameter that is a list: the last one. */
export const withLastOfLists = (response: Response) =>
  withLinks(response, ({ searchParams }) => {
    for (const name of new Set(searchParams.keys())) {
      const last = searchParams.getAll(name).at(-1)
      if (name.endsWith('[]') && last !== undefined) searchParams.set(name, last)
    }
  })
