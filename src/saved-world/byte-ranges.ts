import { z } from 'zod'

/** Where bytes stand behind the JSON of a saved world: the first of them, and how many. */
export const byteRange = z.tuple([z.int().min(0), z.int().min(0)])
type ByteRange = z.output<typeof byteRange>

/** Collects bytes that JSON cannot hold. */
export interface ByteWriter {
  add(bytes: Uint8Array): ByteRange
  /** The JSON of a value, its length before it and the bytes that were added behind it. */
  finish(value: object): Uint8Array<ArrayBuffer>
}

/** The length of the JSON, in bytes, big end first. */
const lengthOfLength = 4

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
    finish(value) {
      const json = new TextEncoder().encode(JSON.stringify(value))
      const all = new Uint8Array(lengthOfLength + json.length + total)
      new DataView(all.buffer).setUint32(0, json.length)
      all.set(json, lengthOfLength)
      let end = lengthOfLength + json.length
      for (const bytes of added) {
        all.set(bytes, end)
        end += bytes.length
      }
      return all
    },
  }
}

/** Gives the bytes of a range, which are not to be changed. */
export interface ByteReader {
  at(range: ByteRange): Uint8Array
}

/** @throws Error where the JSON is none, or a range leads past the end. */
export function readBytes(content: Uint8Array): {
  readonly value: unknown
  readonly bytes: ByteReader
} {
  if (content.length < lengthOfLength) throw new Error('it holds nothing')
  const length = new DataView(content.buffer, content.byteOffset).getUint32(0)
  const start = lengthOfLength + length
  const json = new TextDecoder('utf-8', { fatal: true }).decode(
    content.subarray(lengthOfLength, start),
  )
  return {
    value: JSON.parse(json),
    bytes: {
      at([from, count]) {
        const first = start + from
        if (first + count > content.length) throw new Error('it names bytes that it does not hold')
        return content.subarray(first, first + count)
      },
    },
  }
}
