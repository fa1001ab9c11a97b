import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../package/root.ts'

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
  readonly method?: 'POST' | 'PUT'
  readonly body?: object
  /** Where each path may be asked for once: it is over with the last one. */
  readonly isOnce?: boolean
  /** What is posted after every nine of the requests. */
  readonly posts?: { readonly path: string; readonly body: object }
}

interface Options {
  readonly url: string
  readonly connections: number
  readonly duration?: number
  readonly amount?: number
  /** In milliseconds. */
  readonly sampleInt?: number
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
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

/**
 * Requests a second that a server answers over 16 connections kept open, each asking again as soon as
 * it has its answer.
 * @throws Error where an answer is no success.
 */
export async function requestsPerSecond(work: Work, seconds: number): Promise<number> {
  // Loaded late: the bench installs it first.
  const drive: (options: Options) => Promise<Result> = createRequire(join(folder, 'package.json'))(
    'autocannon',
  )
  const { paths, method = 'GET', isOnce = false } = work
  let next = 0
  const setupRequest = (request: object) => ({ ...request, path: paths[next++ % paths.length] })
  const common = {
    method,
    headers: { ...work.headers, ...(work.body && { 'content-type': 'application/json' }) },
    ...(work.body && { body: JSON.stringify(work.body) }),
  }
  const requestOf = (path: string, index: number) => ({
    ...common,
    path,
    headers: { ...common.headers, ...work.headersOf?.(index) },
  })
  const started = performance.now()
  const result = await drive({
    url: work.url,
    connections,
    ...common,
    // What is asked once is over with a tick of the samples, each second by default.
    ...(isOnce ? { amount: paths.length, sampleInt: 5 } : { duration: seconds }),
    requests: isOnce ? [{ setupRequest }] : withPosts(paths.map(requestOf), work),
  })
  const milliseconds = isOnce
    ? performance.now() - started
    : result.finish.getTime() - result.start.getTime()
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${work.url}${paths[0]}: ${result.non2xx} refused, ${result.errors} failed.`)
  }
  return (1000 * result.requests.total) / milliseconds
}

function withPosts(requests: readonly object[], { posts, headers }: Work): readonly object[] {
  if (!posts) return requests
  const post = {
    method: 'POST',
    path: posts.path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(posts.body),
  }
  return requests.flatMap((request, index) => (index % 9 === 8 ? [request, post] : [request]))
}
