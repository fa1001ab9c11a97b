import { z } from '../../shared/zod.ts'

/** A range of the bytes after the JSON of a saved world: its offset and its length. */
export const byteRange = z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))])
type ByteRange = z.output<typeof byteRange>

/** Collects bytes that JSON cannot hold. */
export interface ByteWriter {
  add(bytes: Uint8Array): ByteRange
  /** Returns all bytes that were added, concatenated. */
  all(): Uint8Array<ArrayBuffer>
}

export function createByteWriter(): ByteWriter {
  const added: Uint8Array[] = []
  let total = 0
  return {
    add(bytes) {
      const start = total
      added.push(bytes)
      total += bytes.length
      return [start, bytes.length]
    },
    all() {
      const all = new Uint8Array(total)
      let end = 0
      for (const bytes of added) {
        all.set(bytes, end)
        end += bytes.length
      }
      return all
    },
  }
}

/** The size of the length of the JSON, in bytes, big-endian. */
const lengthOfLength = 4

/** Serializes a value: the length of its JSON, the JSON, and the bytes that the JSON refers to. */
export function writeBytes(value: object, writer: ByteWriter): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(value))
  const bytes = writer.all()
  const all = new Uint8Array(lengthOfLength + json.length + bytes.length)
  new DataView(all.buffer).setUint32(0, json.length)
  all.set(json, lengthOfLength)
  all.set(bytes, lengthOfLength + json.length)
  return all
}

/** Returns the bytes of a range, which callers must not change. */
export interface ByteReader {
  at(range: ByteRange): Uint8Array
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  return {
    at([from, count]) {
      if (from + count > bytes.length) throw new Error('it names bytes that it does not hold')
      return bytes.subarray(from, from + count)
    },
  }
}

/** @throws Error where the JSON is malformed. */
export function readBytes(content: Uint8Array): {
  readonly value: unknown
  readonly bytes: ByteReader
} {
  if (content.length < lengthOfLength) throw new Error('it holds nothing')
  const length = new DataView(content.buffer, content.byteOffset).getUint32(0)
  const end = lengthOfLength + length
  const json = new TextDecoder('utf-8', { fatal: true }).decode(
    content.subarray(lengthOfLength, end),
  )
  return { value: JSON.parse(json), bytes: createByteReader(content.subarray(end)) }
}
