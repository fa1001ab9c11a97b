import { useState } from 'preact/hooks'
import { type PagedRows, type RowPage, rowsPerPage, usePagedRows } from '../parts/paged-rows.ts'
import { type ApiAnswer, callApi } from './api.ts'
import { useChanges } from './events.ts'
import { type Loaded, useLoaded } from './loaded.ts'
import { actingAs } from './overview.ts'

/** The error for a refusal of the API, with its message. */
export class ApiRefusal extends Error {
  readonly status: number
  constructor({ status, statusText, json }: ApiAnswer, hint = '') {
    super(`${status} ${refusalIn(json) || statusText}`.replace(/^(\d{3}) \1 /, '$1 ') + hint)
    this.status = status
  }
}

/**
 * Returns the error for a refusal, with a hint what to do: "401 Unauthorized" is unclear to users who never signed in.
 */
function refusalToRead(answer: ApiAnswer): ApiRefusal {
  const { username: who, role } = actingAs.value ?? { username: 'nobody' }
  if (answer.status !== 401 && answer.status !== 403) return new ApiRefusal(answer)
  return new ApiRefusal(
    answer,
    role === 'administrator'
      ? ': most likely it is switched off here, since administrators see all that there is.'
      : `: ${who} may not see this. Whom the console acts as is chosen at the top.`,
  )
}

/**
 * Returns the message of a refusal: `{ message }` is a text, a list, or lists by field; wrong parameters have `{ error
 * }`, and OAuth an additional `error_description`.
 *
 * @example refusalIn({ message: { title: ["can't be blank"] } }) // "title can't be blank"
 */
export function refusalIn(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  const said: unknown =
    Reflect.get(json, 'message') ??
    Reflect.get(json, 'error_description') ??
    Reflect.get(json, 'error')
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said.join('; ')
  if (typeof said !== 'object' || said === null) return ''
  return Object.entries(said)
    .map(([field, problems]) => `${field} ${[problems].flat().join(', ')}`)
    .join('; ')
}

/**
 * Calls v4 as the acting user, and returns the JSON of the response.
 * @throws ApiRefusal
 */
export async function readApi<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await callApi('v4', 'GET', path, signal ? { signal } : {})
  if (answer.status >= 400) throw refusalToRead(answer)
  return answer.json as T
}

/** Returns a page of a list of v4, counted from 1. A list without a total continues as long as there is a next page. */
export async function readPage<T>(
  path: string,
  page: number,
  signal?: AbortSignal,
): Promise<RowPage<T>> {
  const separator = path.includes('?') ? '&' : '?'
  const paged = `${path}${separator}page=${page}&per_page=${rowsPerPage}`
  const answer = await callApi('v4', 'GET', paged, signal ? { signal } : {})
  if (answer.status >= 400) throw refusalToRead(answer)
  const rows = answer.json as readonly T[]
  const counted = answer.headers.get('x-total')
  if (counted) return { total: Number(counted), rows }
  const before = (page - 1) * rowsPerPage
  const isMore = Boolean(answer.headers.get('x-next-page'))
  return { total: before + rows.length + (isMore ? rowsPerPage : 0), rows }
}

/** Loads a resource of v4 as the acting user, and reloads it when one of the collections changes. */
export function useApi<T>(path: string | undefined, collections: readonly string[]): Loaded<T> {
  const loaded = useLoaded(
    (signal) => (path === undefined ? (undefined as T) : readApi<T>(path, signal)),
    [path, actingAs.value?.username],
  )
  useChanges(collections, loaded.reload)
  return loaded
}

/** The beginning of a list. */
export interface ListStart<Row> extends Loaded<readonly Row[]> {
  /** Whether the list continues. */
  readonly isMore: boolean
  /** Loads another page. */
  readonly showMore: () => void
}

/** Loads the beginning of a list of v4 as the acting user, and reloads it when one of the collections changes. */
export function useApiList<Row>(path: string, collections: readonly string[]): ListStart<Row> {
  const [pages, setPages] = useState(1)
  const { value, ...loaded } = useLoaded(
    (signal) => readPages<Row>(path, pages, signal),
    [path, actingAs.value?.username, pages],
  )
  useChanges(collections, loaded.reload)
  return {
    ...loaded,
    value: value?.rows,
    isMore: value !== undefined && value.rows.length < value.total,
    showMore: () => setPages((before) => before + 1),
  }
}

async function readPages<Row>(
  path: string,
  pages: number,
  signal: AbortSignal,
): Promise<RowPage<Row>> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { total, rows: more } = await readPage<Row>(path, page, signal)
    rows.push(...more)
    if (page === pages || rows.length >= total) return { total, rows }
  }
}

/** Loads a list of v4 of any length as the acting user, and reloads it when one of the collections changes. */
export function useApiRows<Row>(path: string, collections: readonly string[]): PagedRows<Row> {
  const list = usePagedRows<Row>(
    (page, signal) => readPage(path, page, signal),
    [path, actingAs.value?.username],
  )
  useChanges(collections, list.reload)
  return list
}

/** Loads a resource of v4 that is not JSON, such as a trace. */
export function useApiText(path: string, collections: readonly string[]): Loaded<string> {
  const loaded = useLoaded(
    async (signal) => {
      const answer = await callApi('v4', 'GET', path, { signal })
      if (answer.status >= 400) throw new ApiRefusal(answer)
      return answer.text
    },
    [path, actingAs.value?.username],
  )
  useChanges(collections, loaded.reload)
  return loaded
}

/**
 * Calls an operation of v4 that writes as the acting user.
 * @throws ApiRefusal
 */
export async function sendApi(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await callApi('v4', method, path, {
    isMeant: true,
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status >= 400) throw new ApiRefusal(answer)
  return answer.json
}

/** Encodes a text as a segment of a path. */
export const segment = encodeURIComponent
