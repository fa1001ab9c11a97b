import { Transform } from 'node:stream'

/** A stream that lets everything through and keeps the beginning. */
export interface Capture {
  readonly stream: Transform
  /** How many bytes came through so far. */
  readonly length: number
  /** The first bytes, at most as many as were asked for. */
  start(): Buffer
}

/**
 * Keeps at most `most` bytes; backpressure is the stream's own. `beforeEnd` is called when all has come
 * and the end is not yet passed on.
 */
export function createCapture(most: number, beforeEnd: () => void = () => {}): Capture {
  const kept: Buffer[] = []
  let length = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length < most) kept.push(Buffer.from(chunk.subarray(0, most - length)))
      length += chunk.length
      done(null, chunk)
    },
    flush(done) {
      beforeEnd()
      done()
    },
  })
  return {
    stream,
    get length() {
      return length
    },
    start: () => Buffer.concat(kept),
  }
}
