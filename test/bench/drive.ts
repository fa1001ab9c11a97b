import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../package/root.ts'
import { hasWrk, requestsPerSecondByWrk } from './wrk.ts'

/** The folder of the bench, with the modules of its own. */
export const folder = join(root, 'test/bench')

/** What is asked for over and over. */
export interface Work {
  readonly url: string
  /** Asked in turn, by each connection. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Further headers for the path of an index: a server may let a token ask so often and no more. */
  readonly headersOf?: (index: number) => Readonly<Record<string, string>>
  /** Where every request has an address that was never asked for before. */
  readonly isDistinct?: boolean
  /** What is posted after every nine of the requests. */
  readonly posts?: { readonly path: string; readonly body: object }
}

interface Options {
  readonly url: string
  readonly connections: number
  readonly duration: number
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly object[]
}

interface Result {
  readonly requests: { readonly total: number }
  readonly start: Date
  readonly finish: Date
  readonly non2xx: number
  readonly errors: number
}

const connections = 16

/** How many requests had an address of their own, in this process. */
let distinct = 0

/**
 * Requests a second that a server answers over 16 connections kept open, each asking again as soon as
 * it has its answer: by autocannon.
 * @throws Error where an answer is no success.
 */
export async function requestsPerSecond(work: Work, seconds: number): Promise<number> {
  // Loaded late: the bench installs it first.
  const drive: (options: Options) => Promise<Result> = createRequire(join(folder, 'package.json'))(
    'autocannon',
  )
  const { paths } = work
  const common = { method: 'GET', headers: work.headers }
  const requestOf = (path: string, index: number) => ({
    ...common,
    path,
    headers: { ...common.headers, ...work.headersOf?.(index) },
  })
  const setupRequest = (request: object) => ({ ...request, path: nextPath(paths) })
  const result = await drive({
    url: work.url,
    connections,
    ...common,
    duration: seconds,
    requests: work.isDistinct ? [{ setupRequest }] : withPosts(paths.map(requestOf), work),
  })
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${work.url}${paths[0]}: ${result.non2xx} refused, ${result.errors} failed.`)
  }
  return (1000 * result.requests.total) / (result.finish.getTime() - result.start.getTime())
}

/** The same by wrk where it is installed, else by autocannon. */
export function requestsPerSecondAmongWrites(
  work: Work,
  seconds: number,
  scratch: string,
): Promise<number> {
  if (!hasWrk) return requestsPerSecond(work, seconds)
  return requestsPerSecondByWrk(work, { connections, seconds, scratch })
}

function nextPath(paths: readonly string[]): string {
  const number = distinct++
  const path = paths[number % paths.length] ?? ''
  return `${path}${path.includes('?') ? '&' : '?'}asked=${number}`
}

function withPosts(requests: readonly object[], { posts, headers }: Work): readonly object[] {
  if (!posts) return requests
  const post = {
    method: 'POST',
    path: posts.path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(posts.body),
  }
  const nine = Array.from({ length: 9 }, (_, index) => requests[index % requests.length] ?? {})
  return [...nine, post]
}
