import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/git/join-bytes.ts'
import {
  lineText,
  MAX_CONTENT,
  markPacket,
  type Packet,
  PacketReader,
  ProtocolError,
  packet,
  sideBand,
} from '../../../src/git/protocol/pkt-line.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function readAll(bytes: Uint8Array): Packet[] {
  const reader = new PacketReader(bytes)
  const lines: Packet[] = []
  for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(line)
  return lines
}

/** The examples of gitprotocol-common(5). */
describe('a line', () => {
  it.each([
    ['a\n', '0006a\n'],
    ['a', '0005a'],
    ['foobar\n', '000bfoobar\n'],
    ['', '0004'],
  ])('of %j is %j', (content, line) => {
    expect(textOf(packet(bytesOf(content)))).toBe(line)
  })

  it('of a text gets a line end', () => {
    expect(textOf(packet('a'))).toBe('0006a\n')
    expect(lineText(packet('a').subarray(4))).toBe('a')
  })

  it('has at most 65,520 bytes', () => {
    expect(textOf(packet(new Uint8Array(MAX_CONTENT)).subarray(0, 4))).toBe('fff0')
    expect(() => packet(new Uint8Array(MAX_CONTENT + 1))).toThrow(RangeError)
  })
})

describe('a reader', () => {
  it('tells the marks from lines', () => {
    expect(readAll(bytesOf('0000000100020004'))).toEqual([
      'flush',
      'delimiter',
      'response end',
      new Uint8Array(),
    ])
    expect(textOf(joinBytes([markPacket('flush'), markPacket('response end')]))).toBe('00000002')
  })

  it.each(['0003', '000', '00g5a', '-001', '0x05a', 'fff1', '0006a', '0005'])(
    'refuses %j',
    (bytes) => {
      expect(() => readAll(bytesOf(bytes))).toThrow(ProtocolError)
    },
  )

  it('gives the lines before a mark as texts, and leaves what follows', () => {
    const reader = new PacketReader(bytesOf('0006a\n0005b0000PACK'))
    expect([...reader.texts()]).toEqual(['a', 'b'])
    expect(textOf(reader.rest())).toBe('PACK')
  })

  it('gives back what was written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (contents) => {
        expect(readAll(joinBytes(contents.map((content) => packet(content))))).toEqual(contents)
      }),
    )
  })
})

describe('the side-band', () => {
  it.each([
    [false, 65_520],
    [true, 1000],
  ])('cuts what is longer (small: %s) into lines of at most %i bytes', (isSmall, longest) => {
    const content = new Uint8Array(140_000).fill(7)
    const lines = [...sideBand(1, content, isSmall)]
    expect(Math.max(...lines.map(({ length }) => length))).toBe(longest)
    const parts = lines.map((line) => line.subarray(5))
    expect(joinBytes(parts)).toEqual(content)
    expect(new Set(lines.map((line) => line[4]))).toEqual(new Set([1]))
  })

  it('has no line for nothing', () => {
    expect([...sideBand(2, '')]).toEqual([])
  })
})
