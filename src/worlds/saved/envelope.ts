import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { joinBytes } from '../../git/join-bytes.ts'

/**
 * A saved world is a line of text, `forgery-world VERSION LENGTH CHECKSUM`, followed by LENGTH bytes with that SHA-1:
 * the content, compressed by DEFLATE (RFC 1951). The version changes only where older releases could not read the
 * content; a new optional field does not change it.
 */
const version = 1

const firstLine = /^forgery-world (\d{1,9}) (\d{1,15}) ([0-9a-f]{40})\n/
const MAX_FIRST_LINE = 100

/**
 * The maximum size of a world before compression, about the longest string that engines support. A file of a megabyte
 * can be made to inflate to a thousand.
 */
const MAX_CONTENT_BYTES = 512 * 1024 * 1024

const tooLarge = (limit: number) =>
  new Error(`it has more than ${limit} bytes of content, which is more than a world may have`)

/**
 * Compresses content and wraps it in the envelope.
 * @throws Error where the content exceeds the limit for reading.
 */
export async function sealWorld(
  content: Uint8Array<ArrayBuffer>,
  limit = MAX_CONTENT_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (content.length > limit) throw tooLarge(limit)
  const body = await through(content, new CompressionStream('deflate-raw'), Infinity)
  const line = `forgery-world ${version} ${body.length} ${await checksumOf(body)}\n`
  const head = new TextEncoder().encode(line)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/**
 * Unwraps the content of the envelope.
 * @throws Error with the reason why it is no readable saved world: newer, truncated, damaged, or larger than the limit,
 * beyond which nothing is inflated.
 */
export async function unsealWorld(
  bytes: Uint8Array,
  limit = MAX_CONTENT_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_FIRST_LINE))
  const [line = '', written, length, checksum] = firstLine.exec(text) ?? []
  if (line === '') throw new Error(noWorld(bytes, text))
  if (Number(written) !== version) {
    throw new Error(
      `it is of version ${written}, and this version of Forgery reads version ${version}${Number(written) > version ? ': a newer one wrote it, so use that' : ''}`,
    )
  }
  const body = bytes.slice(line.length)
  if (body.length !== Number(length)) {
    const how = body.length < Number(length) ? 'truncated' : 'damaged'
    throw new Error(`it is ${how}: it has ${body.length} bytes of content instead of ${length}`)
  }
  if ((await checksumOf(body)) !== checksum) {
    throw new Error('it is damaged: its checksum is not that of its content')
  }
  return through(body, new DecompressionStream('deflate-raw'), limit)
}

/** Uses WebCrypto where it exists; pages that were loaded from another host without TLS do not have it. */
async function checksumOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto ?? {}
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-1', body)) : sha1(body))
}

function noWorld(bytes: Uint8Array, text: string): string {
  if (bytes.length === 0) return 'it is empty'
  return text.startsWith('forgery-world')
    ? 'its first line is damaged'
    : 'it does not begin as one, with "forgery-world": forge.save and forge.toBytes make such files'
}

/** Reads the stream by hand: a Blob or a Response makes Node load its whole HTTP client, which takes longer. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { writable, readable }: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter()
  const written = writer.write(bytes).then(() => writer.close())
  const [chunks] = await Promise.all([chunksOf(readable, limit), written])
  return joinBytes(chunks)
}

async function chunksOf(
  readable: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = readable.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}
