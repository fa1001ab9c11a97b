import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { storedLength, writeStored } from '../../../src/git/pack/stored-zlib.ts'

function storedZlib(bytes: Uint8Array): Uint8Array {
  const stream = new Uint8Array(storedLength(bytes.length) + 7)
  return stream.subarray(7, writeStored(stream, 7, bytes))
}

/** Bytes that are all alike in no run of 256. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => at * 31 + (at >> 8))

describe('a stored zlib stream', () => {
  it.each([0, 1, 96, 97, 5552, 5553, 65_535, 65_536, 131_070, 1_100_000, 2_200_000])(
    'gives back %i bytes',
    (length) => {
      const bytes = bytesOf(length)
      expect(Buffer.compare(inflateSync(storedZlib(bytes)), bytes)).toBe(0)
    },
  )

  it('holds its checksum for the largest bytes there are', () => {
    const bytes = new Uint8Array(3_000_000).fill(255)
    expect(inflateSync(storedZlib(bytes)).length).toBe(bytes.length)
  })
})
