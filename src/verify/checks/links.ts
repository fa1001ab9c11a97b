import type { OperationId } from '../../contract/operation-contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import type { OperationResponse } from '../client/answer.ts'
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
    last = await caller.attempt(operation, { ...pathOf(start), ...queryOf(next, start) })
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

/** A link of a Link header: its target and its relations. */
export interface HeaderLink {
  readonly target: string
  /** In lower case; `rel="next last"` has two. */
  readonly relations: readonly string[]
}

/**
 * Parses a Link header (RFC 8288, section 3). Commas and semicolons can occur in the target and in quoted parameters;
 * the first `rel` of a link counts. Malformed links are ignored.
 *
 * @example readLinkHeader('<https://a.test/?page=2>; title="A, page"; rel=next')
 */
export function readLinkHeader(header: string): readonly HeaderLink[] {
  return splitOutside(header, ',').flatMap((text) => {
    const link = text.trim()
    const end = link.indexOf('>')
    if (!link.startsWith('<') || end < 0) return []
    const relation = splitOutside(link.slice(end + 1), ';')
      .map(readParameter)
      .find(({ name }) => name === 'rel')
    const relations = relation?.value.toLowerCase().split(' ') ?? []
    return [{ target: link.slice(1, end), relations: relations.filter((word) => word !== '') }]
  })
}

function readParameter(text: string): { readonly name: string; readonly value: string } {
  const [name = '', ...rest] = text.split('=')
  const value = rest.join('=').trim()
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return {
    name: name.trim().toLowerCase(),
    value: isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value,
  }
}

/** Splits at a separator outside of `<…>` and `"…"`. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let closing: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (closing !== undefined) {
      if (character === '\\' && closing === '"') at++
      else if (character === closing) closing = undefined
    } else if (character === '<') closing = '>'
    else if (character === '"') closing = '"'
    else if (character === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
