import { type Call, type Given, objectOf } from '../third/tools.ts'

/** Who a call is made as: whom sudo names, or else whose token it is. */
export async function actorOf(call: Call): Promise<Given> {
  const sudo = call.request.headers.get('sudo') ?? call.given.sudo
  const query = sudo === undefined ? '' : `?sudo=${encodeURIComponent(String(sudo))}`
  return objectOf((await call.ask('GET', `/user${query}`, { token: call.token })).json)
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** The path of a project, by the id in the path of a call. */
export const projectOf = (id: string | undefined): string =>
  `/projects/${encodeURIComponent(id ?? '')}`

/** The path of its repository. */
export const repositoryOf = (id: string | undefined): string => `${projectOf(id)}/repository`
