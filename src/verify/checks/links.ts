import type { OperationId } from '../../contract/operation-contract.ts'
import type { Caller } from '../story/caller.ts'
import type { OperationResponse } from '../story/operation-response.ts'
import { readLinkHeader } from './link-header.ts'

type Links = Readonly<Record<string, URL>>

/** The relations of a Link header that are full URLs. */
export function linksOf({ headers }: Pick<OperationResponse, 'headers'>): Links {
  const found = readLinkHeader(headers.get('link') ?? '').filter(({ target }) =>
    URL.canParse(target),
  )
  return Object.fromEntries(
    found.flatMap(({ target, relations }) =>
      relations.map((relation) => [relation, new URL(target)]),
    ),
  )
}

/**
 * Follows `next` from the first page to the last. Only the query of a link is taken over: a server
 * behind a proxy may know itself by another host.
 */
export async function followLinks(
  caller: Caller,
  operation: OperationId,
  start: Readonly<Record<string, unknown>>,
): Promise<{
  readonly visited: unknown[]
  readonly last: OperationResponse
  readonly isEndless: boolean
}> {
  const visited: unknown[] = []
  let last = await caller.attempt(operation, start)
  for (let pages = 1; pages < 40; pages++) {
    if (Array.isArray(last.body)) visited.push(...last.body)
    const { next } = linksOf(last)
    if (!next) return { visited, last, isEndless: false }
    last = await caller.attempt(operation, { ...pathOf(start), ...queryOf(next, start) })
  }
  return { visited, last, isEndless: true }
}

/** Whatever a link does not name in its query was part of the path. */
function pathOf(start: Readonly<Record<string, unknown>>) {
  const { id, sha, issue_id, snippet_id, merge_request_id } = start
  return { id, sha, issue_id, snippet_id, merge_request_id }
}

function queryOf(next: URL, start: Readonly<Record<string, unknown>>) {
  const inPath = new Set(
    Object.entries(pathOf(start)).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  )
  return Object.fromEntries(
    [...next.searchParams].filter(([name]) => !inPath.has(name) && !/token/.test(name)),
  )
}
