/**
 * What git's protocol is cut into (gitprotocol-common(5), "pkt-line Format"): a length of four hexadecimal digits
 * that counts itself, and the content; the lengths 0, 1 and 2 are marks.
 */

/** A line as it came, with the line end that it may have, or a mark. */
export type Packet = Uint8Array | Mark
export type Mark = 'flush' | 'delimiter' | 'response end'

/** What does not keep to the protocol; a server answers it with a 400 or an `ERR` line. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

const LENGTH_DIGITS = 4
/** The most that one line carries. */
export const MAX_CONTENT = 65_516

const marks: readonly Mark[] = ['flush', 'delimiter', 'response end']

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * A line of the protocol. A text gets the line end that git writes; bytes are left as they are.
 * @throws RangeError where it is longer than a line may be.
 */
export function packet(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(`${content}\n`) : content
  if (bytes.length > MAX_CONTENT) throw new RangeError(`A line has at most ${MAX_CONTENT} bytes.`)
  const line = new Uint8Array(LENGTH_DIGITS + bytes.length)
  encoder.encodeInto(line.length.toString(16).padStart(LENGTH_DIGITS, '0'), line)
  line.set(bytes, LENGTH_DIGITS)
  return line
}

/** `0000`, `0001` or `0002`. */
export function markPacket(mark: Mark): Uint8Array {
  return encoder.encode(`000${marks.indexOf(mark)}`)
}

/** The text of a line without its line end; a mark has none. */
export function lineText(line: Packet): string | undefined {
  if (typeof line === 'string') return undefined
  const text = decoder.decode(line)
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** Goes through the lines of a request; what follows them, a pack, is what it leaves. */
export class PacketReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * The next line, a part of the bytes given; undefined at their end.
   * @throws ProtocolError where the bytes are no lines, or end within one.
   */
  next(): Packet | undefined {
    if (this.#at === this.#bytes.length) return undefined
    const start = this.#at + LENGTH_DIGITS
    const digits = decoder.decode(this.#bytes.subarray(this.#at, start))
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw new ProtocolError('bad line length character')
    const length = Number.parseInt(digits, 16)
    const mark = marks[length]
    if (mark !== undefined) {
      this.#at = start
      return mark
    }
    const end = this.#at + length
    if (length < LENGTH_DIGITS || length > LENGTH_DIGITS + MAX_CONTENT) {
      throw new ProtocolError(`bad line length ${length}`)
    }
    if (end > this.#bytes.length) throw new ProtocolError('the remote end hung up unexpectedly')
    this.#at = end
    return this.#bytes.subarray(start, end)
  }

  /** The texts of the lines up to the next mark, which is passed, or to the end. */
  *texts(): Generator<string, Mark | undefined> {
    for (;;) {
      const line = this.next()
      if (line === undefined || typeof line === 'string') return line
      yield lineText(line) ?? ''
    }
  }

  /** The bytes behind what was read. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }
}

/** Which stream of the side-band a line belongs to (gitprotocol-pack(5)): the pack, what is shown, what is fatal. */
export type Band = 1 | 2 | 3

/** The most that a line carries where the client asked for `side-band` alone: 1,000 bytes with length and band. */
const MAX_SMALL_CONTENT = 995

/** Bytes as lines of the side-band, as many as they take; none for none. */
export function* sideBand(
  band: Band,
  content: string | Uint8Array,
  isSmall = false,
): Generator<Uint8Array> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  const room = isSmall ? MAX_SMALL_CONTENT : MAX_CONTENT - 1
  for (let start = 0; start < bytes.length; start += room) {
    const part = bytes.subarray(start, start + room)
    const line = new Uint8Array(1 + part.length)
    line[0] = band
    line.set(part, 1)
    yield packet(line)
  }
}
