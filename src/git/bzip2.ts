/**
 * Compresses to the bzip2 format (https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf), one block for
 * each part. The output is deterministic.
 */
export class Bzip2 {
  readonly #bits: BitWriter
  #checksum = 0

  constructor(take: (part: Uint8Array) => void) {
    this.#bits = new BitWriter(take)
    for (const letter of 'BZh9') this.#bits.write(letter.charCodeAt(0), 8)
  }

  /** Adds at most 700,000 bytes: run-length encoding can add a quarter, and a block has less than 900,000. */
  push(part: Uint8Array, isLast: boolean): void {
    if (part.length > 0) {
      const checksum = checksumOf(part)
      this.#checksum = ((this.#checksum << 1) | (this.#checksum >>> 31)) ^ checksum
      writeBlock(this.#bits, part, checksum)
    }
    if (!isLast) return
    this.#bits.write(0x177245, 24)
    this.#bits.write(0x385090, 24)
    this.#bits.write(this.#checksum, 32)
    this.#bits.end()
  }
}

/** Writes numbers as bits, most significant first. */
class BitWriter {
  readonly #take: (part: Uint8Array) => void
  #bytes = new Uint8Array(65_536)
  #length = 0
  #pending = 0
  #pendingBits = 0

  constructor(take: (part: Uint8Array) => void) {
    this.#take = take
  }

  write(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const taken = Math.min(left, 8 - this.#pendingBits)
      left -= taken
      this.#pending = (this.#pending << taken) | ((value >>> left) & ((1 << taken) - 1))
      this.#pendingBits += taken
      if (this.#pendingBits === 8) this.#takeByte()
    }
  }

  end(): void {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
    this.#take(this.#bytes.subarray(0, this.#length))
  }

  #takeByte(): void {
    this.#bytes[this.#length++] = this.#pending
    this.#pending = 0
    this.#pendingBits = 0
    if (this.#length < this.#bytes.length) return
    this.#take(this.#bytes)
    this.#bytes = new Uint8Array(65_536)
    this.#length = 0
  }
}

function writeBlock(bits: BitWriter, part: Uint8Array, checksum: number): void {
  const { last, first } = transformed(withRuns(part))
  const used = [...new Set(last)].sort((one, other) => one - other)
  const symbols = symbolsOf(last, used)
  const lengths = codeLengths(symbols, used.length + 2)
  bits.write(0x314159, 24)
  bits.write(0x265359, 24)
  bits.write(checksum, 32)
  bits.write(0, 1)
  bits.write(first, 24)
  writeUsedBytes(bits, used)
  // The format requires at least two code tables: the same one is written twice, and the first is always selected.
  bits.write(2, 3)
  const groups = Math.ceil(symbols.length / 50)
  bits.write(groups, 15)
  for (let group = 0; group < groups; group++) bits.write(0, 1)
  writeLengths(bits, lengths)
  writeLengths(bits, lengths)
  const codes = codesOf(lengths)
  for (const symbol of symbols) bits.write(codes[symbol] ?? 0, lengths[symbol] ?? 0)
}

/** Encodes runs: four equal bytes are followed by the number of further ones. */
function withRuns(part: Uint8Array): Uint8Array {
  const written = new Uint8Array(Math.ceil(part.length * 1.25) + 1)
  let length = 0
  for (let start = 0; start < part.length; ) {
    const byte = part[start] ?? 0
    let run = 1
    while (run < 255 && part[start + run] === byte) run++
    for (let each = 0; each < Math.min(run, 4); each++) written[length++] = byte
    if (run >= 4) written[length++] = run - 4
    start += run
  }
  return written.subarray(0, length)
}

/**
 * Computes the Burrows-Wheeler transform: the last byte of each rotation in sorted order, and the position of the
 * original. Rotations are sorted by prefixes whose length doubles in each round, from the order of the previous round.
 */
function transformed(bytes: Uint8Array): { readonly last: Uint8Array; readonly first: number } {
  const count = bytes.length
  let ranks = Int32Array.from(bytes)
  let order = sortedBy(
    ranks,
    ranks.map((_, start) => start),
    256,
  )
  let size = 0
  for (let known = 1; known < count && size < count; known *= 2) {
    const half = order.map((start) => (start - known + count) % count)
    order = sortedBy(ranks, half, Math.max(256, count))
    const ranked = new Int32Array(count)
    size = 0
    let previous = -1
    for (const start of order) {
      const isNext =
        previous < 0 ||
        ranks[start] !== ranks[previous] ||
        ranks[(start + known) % count] !== ranks[(previous + known) % count]
      if (isNext) size++
      ranked[start] = size - 1
      previous = start
    }
    ranks = ranked
  }
  const last = Uint8Array.from(order, (start) => bytes[(start + count - 1) % count] ?? 0)
  return { last, first: order.indexOf(0) }
}

/** Stable counting sort of positions by their ranks, which are below `size`. */
function sortedBy(ranks: Int32Array, places: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(size + 1)
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1
  for (let rank = 1; rank <= size; rank++) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0)
  }
  const sorted = new Int32Array(places.length)
  for (const place of places) {
    const rank = ranks[place] ?? 0
    const at = starts[rank] ?? 0
    sorted[at] = place
    starts[rank] = at + 1
  }
  return sorted
}

/**
 * Applies the move-to-front transform, and encodes runs of the front symbol as numbers in the digits 1 and 2, lowest
 * first, written as the symbols 0 and 1. An end symbol terminates the block.
 */
function symbolsOf(last: Uint8Array, used: readonly number[]): number[] {
  const recent = [...used]
  const symbols: number[] = []
  let repeated = 0
  const writeRepeated = () => {
    for (; repeated > 0; repeated = (repeated - 1) >> 1) symbols.push((repeated - 1) & 1)
  }
  for (const byte of last) {
    const age = recent.indexOf(byte)
    if (age === 0) {
      repeated++
      continue
    }
    writeRepeated()
    symbols.push(age + 1)
    recent.splice(age, 1)
    recent.unshift(byte)
  }
  writeRepeated()
  symbols.push(used.length + 1)
  return symbols
}

const LONGEST_CODE = 17

/** Computes the Huffman code lengths of symbols; the counts are flattened until no code is too long. */
function codeLengths(symbols: readonly number[], size: number): number[] {
  const counts = new Array<number>(size).fill(1)
  for (const symbol of symbols) counts[symbol] = (counts[symbol] ?? 0) + 1
  for (;;) {
    const lengths = huffmanLengths(counts)
    if (Math.max(...lengths) <= LONGEST_CODE) return lengths
    for (const [symbol, count] of counts.entries()) counts[symbol] = (count >> 1) + 1
  }
}

function huffmanLengths(counts: readonly number[]): number[] {
  const lengths = counts.map(() => 0)
  const trees = counts.map((count, symbol) => ({ count, symbols: [symbol] }))
  while (trees.length > 1) {
    trees.sort((one, other) => other.count - one.count)
    const pair = trees.splice(-2)
    const symbols = pair.flatMap((tree) => tree.symbols)
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1
    trees.push({ count: pair.reduce((sum, tree) => sum + tree.count, 0), symbols })
  }
  return lengths
}

/** Assigns canonical codes by length, then by symbol. */
function codesOf(lengths: readonly number[]): number[] {
  const codes = lengths.map(() => 0)
  let code = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    for (const [symbol, each] of lengths.entries()) if (each === length) codes[symbol] = code++
    code *= 2
  }
  return codes
}

/** Writes the bitmap of used bytes: first the used groups of sixteen, then the used bytes of each. */
function writeUsedBytes(bits: BitWriter, used: readonly number[]): void {
  const sixteenths = new Array<number>(16).fill(0)
  for (const byte of used) {
    sixteenths[byte >> 4] = (sixteenths[byte >> 4] ?? 0) | (0x8000 >> (byte & 15))
  }
  for (const sixteenth of sixteenths) bits.write(sixteenth === 0 ? 0 : 1, 1)
  for (const sixteenth of sixteenths) if (sixteenth !== 0) bits.write(sixteenth, 16)
}

/** Delta-encodes code lengths: 2 increments, 3 decrements, and 0 ends each. */
function writeLengths(bits: BitWriter, lengths: readonly number[]): void {
  let previous = lengths[0] ?? 0
  bits.write(previous, 5)
  for (const length of lengths) {
    for (; previous < length; previous++) bits.write(2, 2)
    for (; previous > length; previous--) bits.write(3, 2)
    bits.write(0, 1)
  }
}

/** Computes the CRC-32 of bzip2, which processes the most significant bit first. */
function checksumOf(part: Uint8Array): number {
  let checksum = 0xffffffff
  for (const byte of part) {
    checksum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) {
      checksum = checksum < 0 ? (checksum << 1) ^ 0x04c11db7 : checksum << 1
    }
  }
  return ~checksum >>> 0
}
