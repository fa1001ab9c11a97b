/**
 * Inflates concatenated zlib streams, as in the entries of a pack (RFC 1950, RFC 1951): the length of a stream is only
 * known at its end, which `fflate` and `DecompressionStream` do not report. The inflated size is known in advance, so
 * the output never exceeds it.
 */

import { adler32 } from './adler32.ts'

/** The error for a malformed zlib stream, or one of another size. */
export class DamagedStream extends Error {
  override name = 'DamagedStream'
}

export interface Inflated {
  readonly bytes: Uint8Array
  /** The offset after the stream. */
  readonly end: number
}

/** Codes are looked up by this many first bits; the few longer ones are decoded bit by bit. */
const FIRST_BITS = 9
const MAX_BITS = 15
const END_OF_BLOCK = 256

/** A canonical Huffman code. */
interface Code {
  /** `symbol << 4 | length` by the first bits of the stream; 0 where the code is longer or invalid. */
  readonly short: Uint16Array
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

/** Allocates tables, which are refilled for each block with its own codes. */
const newCode = (symbols: number): Code => ({
  short: new Uint16Array(1 << FIRST_BITS),
  counts: new Uint16Array(MAX_BITS + 1),
  symbols: new Uint16Array(symbols),
})

function setCode(code: Code, lengths: Uint8Array): Code {
  const { short, counts, symbols } = code
  counts.fill(0)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  const places = new Uint16Array(MAX_BITS + 2)
  const next = new Uint16Array(MAX_BITS + 2)
  let left = 1
  for (let length = 1; length <= MAX_BITS; length += 1) {
    const count = counts[length] ?? 0
    left = 2 * left - count
    if (left < 0) throw new DamagedStream('a code has too many lengths')
    places[length + 1] = (places[length] ?? 0) + count
    next[length + 1] = ((next[length] ?? 0) + count) << 1
  }
  short.fill(0)
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0
    if (length === 0) continue
    const place = places[length] ?? 0
    places[length] = place + 1
    symbols[place] = symbol
    const bits = next[length] ?? 0
    next[length] = bits + 1
    if (length > FIRST_BITS) continue
    let reversed = 0
    for (let bit = 0; bit < length; bit += 1) reversed |= ((bits >> bit) & 1) << (length - 1 - bit)
    const entry = (symbol << 4) | length
    for (let at = reversed; at < short.length; at += 1 << length) short[at] = entry
  }
  return code
}

const lengthsOf = (runs: readonly (readonly [count: number, length: number])[]) =>
  Uint8Array.from(runs.flatMap(([count, length]) => new Array<number>(count).fill(length)))

// RFC 1951, 3.2.6
const FIXED_LITERALS = setCode(
  newCode(288),
  lengthsOf([
    [144, 8],
    [112, 9],
    [24, 7],
    [8, 8],
  ]),
) // prettier-ignore
const FIXED_DISTANCES = setCode(newCode(30), lengthsOf([[30, 5]]))

// RFC 1951, 3.2.5
const LENGTH_BITS = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const startsOf = (bits: readonly number[], first: number) => {
  const starts = new Uint16Array(bits.length)
  let start = first
  for (const [code, extra] of bits.entries()) {
    starts[code] = start
    start += 1 << extra
  }
  return starts
}
const EXTRA_LENGTH = Uint8Array.from(LENGTH_BITS)
const EXTRA_DISTANCE = Uint8Array.from(DISTANCE_BITS)
const LENGTHS = Uint16Array.of(...startsOf(LENGTH_BITS.slice(0, -1), 3), 258)
const DISTANCES = startsOf(DISTANCE_BITS, 1)

// RFC 1951, 3.2.7
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Reads bits, lowest first. Past the end, a few zero bytes can be read. */
class BitReader {
  bits = 0
  count = 0

  constructor(
    readonly source: Uint8Array,
    public at: number,
  ) {}

  /** Ensures that at least 16 bits are buffered. */
  fill(): void {
    while (this.count < 16) {
      if (this.at > this.source.length + 4) throw new DamagedStream('it ends too early')
      this.bits |= (this.source[this.at] ?? 0) << this.count
      this.at += 1
      this.count += 8
    }
  }

  take(count: number): number {
    if (this.count < count) this.fill()
    const value = this.bits & ((1 << count) - 1)
    this.bits >>>= count
    this.count -= count
    return value
  }

  symbol({ short, counts, symbols }: Code): number {
    if (this.count < MAX_BITS) this.fill()
    const entry = short[this.bits & ((1 << FIRST_BITS) - 1)] ?? 0
    if (entry !== 0) {
      const length = entry & 15
      this.bits >>>= length
      this.count -= length
      return entry >> 4
    }
    let code = 0
    let first = 0
    let place = 0
    for (let length = 1; length <= MAX_BITS; length += 1) {
      code |= (this.bits >> (length - 1)) & 1
      const count = counts[length] ?? 0
      if (code - first < count) {
        this.bits >>>= length
        this.count -= length
        return symbols[place + code - first] ?? 0
      }
      place += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new DamagedStream('it has a code that stands for nothing')
  }

  /** Returns unused whole bytes. */
  toByte(): void {
    this.at -= this.count >> 3
    this.bits = 0
    this.count = 0
  }
}

/** The codes of a block. */
interface Codes {
  readonly literals: Code
  readonly distances: Code
}

const newCodes = (): Codes => ({ literals: newCode(288), distances: newCode(32) })
const FIXED: Codes = { literals: FIXED_LITERALS, distances: FIXED_DISTANCES }
/** The tables of streams that are inflated in a single call, which never overlap. */
const sharedCodes = newCodes()

/**
 * Inflates the zlib stream at an offset.
 * @param size - the inflated size.
 * @throws DamagedStream where the stream is malformed, or has another size.
 */
export function inflate(source: Uint8Array, start: number, size: number): Inflated {
  const inflation = new Inflation(source, start, size, sharedCodes)
  while (!inflation.step(Number.POSITIVE_INFINITY));
  return inflation.finish()
}

/** Starting a block takes as long as this many bytes. */
const BYTES_OF_A_BLOCK = 1024
/** A stream of empty blocks would take very long: except for a few, no program writes blocks smaller than this. */
const LEAST_OF_A_BLOCK = 64
const MOST_BLOCKS = 64

/** Inflates a stream in steps, between which other work can run. */
export class Inflation {
  readonly #reader: BitReader
  readonly #bytes: Uint8Array
  readonly #own: Codes
  #end = 0
  #isLast = false
  /** The codes of the current block. */
  #codes: Codes | undefined
  #blocks = 0

  constructor(source: Uint8Array, start: number, size: number, codes = newCodes()) {
    const header = ((source[start] ?? 0) << 8) | (source[start + 1] ?? 0)
    if ((header & 0x0f20) !== 0x0800 || header % 31 !== 0) {
      throw new DamagedStream('it is no zlib stream')
    }
    this.#reader = new BitReader(source, start + 2)
    this.#bytes = new Uint8Array(size)
    this.#own = codes
  }

  /** Continues for about that many bytes of output; returns whether the last block ended. */
  step(count: number): boolean {
    const stop = this.#end + this.#blocks * BYTES_OF_A_BLOCK + count
    for (let left = count; left > 0; left = stop - this.#end - this.#blocks * BYTES_OF_A_BLOCK) {
      if (this.#codes) this.#goOn(this.#codes, this.#end + left)
      else if (this.#isLast) return true
      else this.#begin()
    }
    return false
  }

  #begin(): void {
    const reader = this.#reader
    this.#blocks += 1
    if (this.#blocks > MOST_BLOCKS + this.#bytes.length / LEAST_OF_A_BLOCK) {
      throw new DamagedStream('it has too many blocks')
    }
    this.#isLast = reader.take(1) === 1
    const kind = reader.take(2)
    if (kind === 0) this.#end = copyStored(reader, this.#bytes, this.#end)
    else if (kind === 1) this.#codes = FIXED
    else if (kind === 2) this.#codes = readCodes(reader, this.#own)
    else throw new DamagedStream('it has a block of no known kind')
  }

  #goOn(codes: Codes, stop: number): void {
    const end = inflateBlock(this.#reader, codes, this.#bytes, this.#end, stop)
    if (end >= 0) this.#codes = undefined
    this.#end = end >= 0 ? end : -1 - end
  }

  finish(): Inflated {
    const reader = this.#reader
    const bytes = this.#bytes
    reader.toByte()
    const { at, source } = reader
    if (this.#end !== bytes.length) throw new DamagedStream('it is shorter than it says')
    if (at + 4 > source.length) throw new DamagedStream('it ends too early')
    const sum = new DataView(source.buffer, source.byteOffset + at, 4).getUint32(0)
    if (sum !== adler32(bytes)) throw new DamagedStream('its checksum is wrong')
    return { bytes, end: at + 4 }
  }
}

const tooLong = () => new DamagedStream('it is longer than it says')

function copyStored(reader: BitReader, bytes: Uint8Array, from: number): number {
  reader.toByte()
  const length = reader.take(16)
  if ((reader.take(16) ^ length) !== 0xffff)
    throw new DamagedStream('the length of a block is wrong')
  reader.toByte()
  const stored = reader.source.subarray(reader.at, reader.at + length)
  if (stored.length < length) throw new DamagedStream('it ends too early')
  if (from + length > bytes.length) throw tooLong()
  bytes.set(stored, from)
  reader.at += length
  return from + length
}

const lengthCode = newCode(19)

function readCodes(reader: BitReader, codes: Codes): Codes {
  const literals = reader.take(5) + 257
  const distances = reader.take(5) + 1
  const count = reader.take(4) + 4
  const ofLengths = new Uint8Array(19)
  for (const place of ORDER_OF_LENGTHS.slice(0, count)) ofLengths[place] = reader.take(3)
  setCode(lengthCode, ofLengths)
  const lengths = new Uint8Array(literals + distances)
  for (let at = 0; at < lengths.length; ) {
    const symbol = reader.symbol(lengthCode)
    if (symbol < 16) {
      lengths[at++] = symbol
      continue
    }
    if (symbol === 16 && at === 0) throw new DamagedStream('a code has no first length')
    const repeated = symbol === 16 ? (lengths[at - 1] ?? 0) : 0
    const times =
      symbol === 16 ? 3 + reader.take(2) : symbol === 17 ? 3 + reader.take(3) : 11 + reader.take(7)
    if (at + times > lengths.length) throw new DamagedStream('a code has too many lengths')
    lengths.fill(repeated, at, at + times)
    at += times
  }
  setCode(codes.literals, lengths.subarray(0, literals))
  setCode(codes.distances, lengths.subarray(literals))
  return codes
}

/** Inflates a block; returns the end of its output, or `-1 - place` where it was interrupted. */
function inflateBlock(
  reader: BitReader,
  { literals, distances }: Codes,
  bytes: Uint8Array,
  from: number,
  stop: number,
): number {
  let end = from
  for (;;) {
    if (end >= stop) return -1 - end
    const symbol = reader.symbol(literals)
    if (symbol < END_OF_BLOCK) {
      if (end === bytes.length) throw tooLong()
      bytes[end++] = symbol
      continue
    }
    if (symbol === END_OF_BLOCK) return end
    const length = (LENGTHS[symbol - 257] ?? 0) + reader.take(EXTRA_LENGTH[symbol - 257] ?? 0)
    const code = reader.symbol(distances)
    const distance = (DISTANCES[code] ?? 0) + reader.take(EXTRA_DISTANCE[code] ?? 0)
    if (distance === 0 || distance > end || symbol > 285) {
      throw new DamagedStream('it repeats what was not there')
    }
    if (end + length > bytes.length) throw tooLong()
    // The source of a repetition can overlap with its output.
    if (distance >= length) bytes.copyWithin(end, end - distance, end - distance + length)
    else for (let at = end; at < end + length; at += 1) bytes[at] = bytes[at - distance] ?? 0
    end += length
  }
}
