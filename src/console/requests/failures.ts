import type { FaultDescription } from '../../forge/control.ts'

/** A way to make a request fail the next time. */
export interface Failure {
  readonly title: string
  readonly fault: Pick<FaultDescription, 'status' | 'retryAfter' | 'delay' | 'connection' | 'body'>
}

/** The usual failures that front-ends must handle, the most common first. */
export const failures: readonly Failure[] = [
  { title: '500 Internal Server Error', fault: { status: 500 } },
  { title: '503 Service Unavailable', fault: { status: 503 } },
  { title: '429 Too Many Requests', fault: { status: 429, retryAfter: 5 } },
  { title: '401 Unauthorized', fault: { status: 401 } },
  { title: '403 Forbidden', fault: { status: 403 } },
  { title: '404 Not Found', fault: { status: 404 } },
  { title: 'takes 5 seconds', fault: { delay: 5000 } },
  { title: 'the connection is dropped', fault: { connection: 'drop' } },
  { title: 'the body breaks off', fault: { body: 'truncate' } },
]
