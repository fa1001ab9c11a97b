import type { OperationId } from '../../contract/operation-contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import type { OperationResponse } from '../client/answer.ts'
import { readLinkHeader } from '../client/link-header.ts'
import type { Caller } from '../story/caller.ts'

type Links = Readonly<Record<string, URL>>

/** Returns the relations of a Link header whose targets are full URLs. */
export function linksOf({ headers }: Pick<OperationResponse, 'headers'>): Links {
  const found = readLinkHeader(headers.get('link') ?? '').filter(({ target }) => isUrl(target))
  return Object.fromEntries(
    found.flatMap(({ target, relations }) =>
      relations.map((relation) => [relation, new URL(target)]),
    ),
  )
}

/**
 * Follows `next` from the first page to the last. Only the query of a link is used, since a server behind a proxy may
 * not know its public host.
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
    const query = { ...pathOf(start), ...queryOf(next, start) }
    last = await caller.attempt(operation, query, { linkedFrom: start })
  }
  return { visited, last, isEndless: true }
}

/** Returns the parameters of the path, which the query of a link lacks. */
export function pathOf(start: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(start).filter(([name]) => inPaths.test(name)))
}

const inPaths = /^(id|sha|branch|tag_name|file_path|\w+_i?id)$/

/** Returns the parameters of a link beside those of its path. */
export function queryOf(next: URL, start: Readonly<Record<string, unknown>>) {
  const inPath = new Set(
    Object.entries(pathOf(start)).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  )
  const query: Record<string, string | readonly string[]> = {}
  for (const [name, value] of next.searchParams) {
    if (inPath.has(name) || /token/.test(name)) continue
    const [list] = name.split('[')
    if (list === undefined || list === name) query[name] = value
    else query[list] = [...[query[list] ?? []].flat(), value]
  }
  return query
}
