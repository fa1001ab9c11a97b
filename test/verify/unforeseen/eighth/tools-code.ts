import { at } from '../server.ts'
import { type Call, encoded, listOf, type Values, withBody } from '../sixth/tools.ts'

export const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`

export const mergeRequestPath = (call: Call) =>
  `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`

export const notePath = (call: Call) => `${mergeRequestPath(call)}/notes/${call.path.note_id}`

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

export const defaultBranchOf = async (call: Call) =>
  String(at((await call.askAsRoot('GET', projectPath(call))).json, 'default_branch'))

/** Everything that a list has for the caller, whichever page was asked for; none of what was refused. */
export async function allOf(call: Call): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const response = await call.send({ page, per_page: 100 })
    if (!response.ok) return found
    const items = listOf(await response.json())
    found.push(...items)
    if (items.length < 100) return found
  }
}

/** The same page of all that there is as the forge answered with of its own list. */
export function samePage<Item>({ headers }: Response, all: readonly Item[]): readonly Item[] {
  const size = Number(headers.get('x-per-page') ?? 20)
  return all.slice((Number(headers.get('x-page') ?? 1) - 1) * size).slice(0, size)
}

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
