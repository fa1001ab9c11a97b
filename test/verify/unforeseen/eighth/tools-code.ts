import { at } from '../server.ts'
import {
  type Call,
  mergeRequestPath,
  projectPath,
  samePage,
  type Values,
  withBody,
} from '../shared-tools.ts'

export const notePath = (call: Call) => `${mergeRequestPath(call)}/notes/${call.path.note_id}`

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

export const defaultBranchOf = async (call: Call) =>
  String(at((await call.askAsRoot('GET', projectPath(call))).json, 'default_branch'))

/** That page of a list of the server's own, with the totals that belong to it. */
export function pageAnswer(response: Response, all: readonly Values[]): Response {
  const page = Number(response.headers.get('x-page') ?? 1)
  const size = Number(response.headers.get('x-per-page') ?? 20)
  const pages = Math.max(1, Math.ceil(all.length / size))
  return withBody(response, JSON.stringify(samePage(response, all)), {
    'x-total': String(all.length),
    'x-total-pages': String(pages),
    'x-next-page': page < pages ? String(page + 1) : '',
  })
}
