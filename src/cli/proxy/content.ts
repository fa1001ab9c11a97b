import { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { PassedContent } from '../../verify/proxy/index.ts'

/** A pass-through stream that captures its beginning. */
export interface Capture {
  readonly stream: Transform
  /** The number of bytes so far. */
  readonly length: number
  /** Returns the first bytes, up to the limit. */
  start(): Buffer
}

/**
 * Captures at most `most` bytes; backpressure is that of the stream. `beforeEnd` is called after the last chunk, before
 * the end is passed on.
 */
export function createCapture(most: number, beforeEnd: () => void = () => {}): Capture {
  const chunks: Buffer[] = []
  let length = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length < most) chunks.push(Buffer.from(chunk.subarray(0, most - length)))
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
    start: () => Buffer.concat(chunks),
  }
}

/** The size of a compressed response that is decompressed for checking, in bytes. */
const MAX_DECODED_BYTES = 32 * 1024 * 1024

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflate)],
  ['br', promisify<Uint8Array, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress)],
  ...decodersOfZstd(),
])

/** Node has zstd since 22.15. */
function decodersOfZstd(): [string, Decode][] {
  const decompress: unknown = Reflect.get(zlib, 'zstdDecompress')
  if (typeof decompress !== 'function') return []
  const decode: Decode = (bytes, options) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, result: Uint8Array) =>
        error ? reject(error) : resolve(result)
      decompress(bytes, options, done)
    })
  return [['zstd', decode]]
}

/** Returns the body of a response without its content encoding, as the contract describes it. */
export async function decodeContent(capture: Capture, encoding: string): Promise<PassedContent> {
  const start = capture.start()
  const cut = (reason: string, shown: Uint8Array = start): PassedContent => ({
    kind: 'cut',
    start: shown.subarray(0, 16 * 1024),
    reason,
  })
  if (start.length < capture.length) return cut('the answer is too long to be checked in passing')
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || start.length === 0)
    return { kind: 'whole', bytes: start }
  const decode = decoders.get(name)
  if (!decode) {
    const version = name === 'zstd' ? ' by this version of Node; 22.15 and later can' : ''
    return cut(`the content encoding ${name} cannot be unpacked${version}`, new Uint8Array())
  }
  try {
    const bytes = await decode(start, { maxOutputLength: MAX_DECODED_BYTES })
    return { kind: 'whole', bytes }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return cut(`the answer cannot be unpacked (${name}): ${reason}`, new Uint8Array())
  }
}
