import type { RequestSummary } from '../../worlds/control/summaries.ts'
import { hasWords, wordsOf } from '../parts/words.ts'

export type { RequestSummary }

/** The filter of the list, as in the address. */
export interface RequestFilter {
  readonly text: string
  /** `2`, `3`, `4` or `5` for all statuses that begin with it, a whole status, or empty. */
  readonly status: string
  readonly operation: string
  readonly user: string
  /** Whether requests of the console itself are included. */
  readonly hasConsole: boolean
}

/** Returns the filter of an address. */
export function filterOf(query: URLSearchParams): RequestFilter {
  return {
    text: query.get('text') ?? '',
    status: query.get('status') ?? '',
    operation: query.get('operation') ?? '',
    user: query.get('user') ?? '',
    hasConsole: query.get('console') === 'shown',
  }
}

/** The name of anonymous requests in a filter. */
export const nobody = '-'

/**
 * Returns the requests that pass a filter, latest first.
 *
 * @example passing(requests, { ...filter, status: '4' })
 */
export function passing(
  requests: readonly RequestSummary[],
  { text, status, operation, user, hasConsole }: RequestFilter,
): RequestSummary[] {
  const words = wordsOf(text)
  const found: RequestSummary[] = []
  for (let at = requests.length - 1; at >= 0; at--) {
    const request = requests[at]
    if (request === undefined || (request.isOfConsole && !hasConsole)) continue
    if (status !== '' && !String(request.status).startsWith(status)) continue
    if (operation !== '' && request.operationId !== operation) continue
    if (user !== '' && (request.user ?? nobody) !== user) continue
    if (words.length > 0 && !hasWords(textOf(request), words)) continue
    found.push(request)
  }
  return found
}

function textOf(request: RequestSummary): string {
  const { method, path, operationId = '', user = '', status, id } = request
  return `${method} ${path} ${operationId} ${user} ${status} ${id}`
}
