import type { Forge, Handle } from '../server.ts'
import { type Call, encoded, idOf, type Rules, serving } from '../shared-tools.ts'

/** How long work in the background takes, in milliseconds. */
const delay = 400

/** Work that a server puts off: it is done before the first request after its time has come. */
export type Later = (work: () => Promise<unknown>) => void

/** A server that does some of its work in the background. */
export function working(makeRules: (later: Later) => Rules): (forge: Forge) => Handle {
  return (forge) => {
    const jobs: { readonly due: number; readonly work: () => Promise<unknown> }[] = []
    const later: Later = (work) => jobs.push({ due: Date.now() + delay, work })
    const handle = serving(() => makeRules(later))(forge)
    return async (request) => {
      for (let job = jobs[0]; job !== undefined && job.due <= Date.now(); job = jobs[0]) {
        jobs.shift()
        await job.work()
      }
      return handle(request)
    }
  }
}

/** The number of the project of a call, which its path may name otherwise; NaN where there is none. */
export const projectIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json)

/** The number of the group of a call, which its path may name otherwise; NaN where there is none. */
export const groupIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json)

export const issuePath = ({ path }: Call) => `/projects/${encoded(path.id)}/issues/${path.issue_id}`
