import type { Fetch } from '../options.ts'
import { MAX_ANSWER_BYTES } from './answer.ts'

/** The error for a response beyond the limits of time or size. */
export class OverLimit extends Error {
  readonly limit: 'time' | 'size'
  constructor(limit: 'time' | 'size', problem: string) {
    super(problem)
    this.limit = limit
  }
}

interface BoundedAnswer {
  readonly response: Response
  readonly bytes: Uint8Array
}

/**
 * Sends a request and reads its response, headers and body, within a time in milliseconds and MAX_ANSWER_BYTES. Beyond
 * either limit, the connection is closed by aborting the signal of the request and cancelling the body. Throws
 * OverLimit, and the errors of `fetch`.
 */
export async function boundedFetch(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  timeout: number,
): Promise<BoundedAnswer> {
  const controller = new AbortController()
  const request = new Request(url, { ...init, redirect: 'manual', signal: controller.signal })
  let hasBegun = false
  let isOver = false
  let close = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const outOfTime = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const what = hasBegun ? 'the answer did not end' : 'there was no answer'
      reject(new OverLimit('time', `${what} within ${timeout / 1000} s`))
    }, timeout)
  })
  async function read(): Promise<BoundedAnswer> {
    const response = await fetch(request)
    hasBegun = true
    const reader = response.body?.getReader()
    // Some bodies ignore the signal of their request; a connection that ended cannot be cancelled.
    close = () => void reader?.cancel().catch(() => {})
    if (isOver) close()
    return {
      response,
      bytes: reader ? await readWithin(reader, MAX_ANSWER_BYTES) : new Uint8Array(),
    }
  }
  const answer = read()
  // After a timeout, nobody handles this rejection.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, outOfTime])
  } catch (error) {
    isOver = true
    close()
    controller.abort()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      throw new OverLimit('size', `the answer is larger than ${limit / 2 ** 20} MiB`)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let position = 0
  for (const chunk of chunks) {
    bytes.set(chunk, position)
    position += chunk.length
  }
  return bytes
}
