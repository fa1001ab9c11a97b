import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { PassedContent } from '../../verify/proxy/index.ts'
import type { Capture } from './capture.ts'

/** So much of a compressed answer is unpacked for checking. */
const longestDecoded = 32 * 1024 * 1024

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}
const isKnown = (encoding: string): encoding is keyof typeof decoders => encoding in decoders

/** The body of an answer as the contract speaks of it, without its content encoding. */
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
  if (!isKnown(name)) return cut(`the content encoding ${name} is not known`, new Uint8Array())
  try {
    const bytes = await decoders[name](start, { maxOutputLength: longestDecoded })
    return { kind: 'whole', bytes }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return cut(`the answer cannot be unpacked (${name}): ${reason}`, new Uint8Array())
  }
}
