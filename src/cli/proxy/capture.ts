import { Transform } from 'node:stream'

/** A stream that lets everything through and keeps the beginning. */
export interface Capture {
  readonly stream: Transform
  /** How many bytes came through so far. */
  readonly length: number
  /** The first bytes, at most as many as were asked for. */
  start(): Buffer
}

/** Keeps at most `most` bytes; backpressure is the stream's own. */
export function createCapture(most: number): Capture {
  const kept: Buffer[] = []
  let length = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length < most) kept.push(Buffer.from(chunk.subarray(0, most - length)))
      length += chunk.length
      done(null, chunk)
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
