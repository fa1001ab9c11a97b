import { type RowPage, rowsPerPage } from '../parts/paged-rows.ts'
import { type ApiAnswer, callApi } from '../session/api.ts'
import { useChanges } from '../session/events.ts'
import { type Loaded, useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'

/** What the API refused, with its own words. */
export class ApiRefusal extends Error {
  readonly status: number
  constructor({ status, statusText, json }: ApiAnswer) {
    super(`${status} ${wordsOf(json) || statusText}`.replace(/^(\d{3}) \1 /, '$1 '))
    this.status = status
  }
}

/** `{ message }` is a text, a list, or lists by the names of fields; OAuth and parameters have `{ error }`. */
function wordsOf(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  const said: unknown = Reflect.get(json, 'message') ?? Reflect.get(json, 'error')
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said.join('; ')
  if (typeof said !== 'object' || said === null) return ''
  return Object.entries(said)
    .map(([field, problems]) => `${field} ${[problems].flat().join(', ')}`)
    .join('; ')
}

/** Asks v4 as whoever is acted as, and gives what it says. @throws ApiRefusal */
export async function readApi<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await callApi('v4', 'GET', path, signal ? { signal } : {})
  if (answer.status >= 400) throw new ApiRefusal(answer)
  return answer.json as T
}

/** A page of a list of v4, from 1. Lists that nobody counts go on for as long as there is a next page. */
export async function readPage<T>(
  path: string,
  page: number,
  signal?: AbortSignal,
): Promise<RowPage<T>> {
  const separator = path.includes('?') ? '&' : '?'
  const paged = `${path}${separator}page=${page}&per_page=${rowsPerPage}`
  const answer = await callApi('v4', 'GET', paged, signal ? { signal } : {})
  if (answer.status >= 400) throw new ApiRefusal(answer)
  const rows = answer.json as readonly T[]
  const counted = answer.headers.get('x-total')
  if (counted) return { total: Number(counted), rows }
  const before = (page - 1) * rowsPerPage
  const isMore = Boolean(answer.headers.get('x-next-page'))
  return { total: before + rows.length + (isMore ? rowsPerPage : 0), rows }
}

/** Loads something of v4 as whoever is acted as, and again when one of the collections changes. */
export function useApi<T>(path: string | undefined, collections: readonly string[]): Loaded<T> {
  const loaded = useLoaded(
    (signal) => (path === undefined ? (undefined as T) : readApi<T>(path, signal)),
    [path, actingAs.value?.username],
  )
  useChanges(collections, loaded.reload)
  return loaded
}

/** Has v4 do something as whoever is acted as. @throws ApiRefusal */
export async function sendApi(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await callApi('v4', method, path, {
    isMeant: true,
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status >= 400) throw new ApiRefusal(answer)
  return answer.json
}

/** A text as one segment of a path. */
export const segment = encodeURIComponent
