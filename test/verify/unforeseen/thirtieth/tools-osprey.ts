import { at } from '../server.ts'
import { fieldsOf, type Values } from '../shared-tools.ts'

/** Another answer in place of one that the forge gave, with the headers of that. */
export function answeredInstead(
  before: { readonly headers: Headers },
  status: number,
  json: unknown,
): Response {
  const headers = new Headers(before.headers)
  for (const name of ['content-length', 'etag']) headers.delete(name)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(json), { status, headers })
}

/** What a database without characters of four bytes keeps of a text; all of one that begins so. */
export function cutBeforeEmoji(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const [kept = ''] = text.split(/[\u{10000}-\u{10ffff}]/u)
  return kept.trim() === '' ? text : kept
}

/** A header of links without the direction of the order in its addresses. */
export function withoutSort(link: string): string {
  return link.replace(/<([^>]+)>/g, (_, address: string) => {
    const url = new URL(address)
    url.searchParams.delete('sort')
    return `<${url.href}>`
  })
}

export const isPrivate = (project: unknown) => at(project, 'visibility_level') === 0

/** Records from the one made last to the one made first, those of the same time by their ids. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  all.toSorted(
    (one, other) =>
      Date.parse(String(other.created_at)) - Date.parse(String(one.created_at)) ||
      Number(other.id) - Number(one.id),
  )

export function shortIssue(issue: unknown): unknown {
  const { id, iid, project_id, title, state, subscribed } = fieldsOf(issue)
  return { id, iid, project_id, title, state, subscribed }
}
