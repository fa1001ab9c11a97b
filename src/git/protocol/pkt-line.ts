/**
 * The framing of git's protocol (gitprotocol-common(5), "pkt-line Format"): a length of four hexadecimal digits, which
 * includes itself, and the content. The lengths 0, 1 and 2 are special packets.
 */

/** The content of a line with its optional line feed, or a special packet. */
export type Packet = Uint8Array | Mark
export type Mark = 'flush' | 'delimiter' | 'response end'

/** A violation of the protocol; a server answers it with a 400 or an `ERR` line. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

const LENGTH_DIGITS = 4
/** The maximum content of a line, in bytes. */
export const MAX_CONTENT = 65_516

const marks: readonly Mark[] = ['flush', 'delimiter', 'response end']

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Frames a line. A text gets a line feed as in git; bytes are left as they are.
 * @throws RangeError where it exceeds the maximum length.
 */
export function packet(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(`${content}\n`) : content
  if (bytes.length > MAX_CONTENT) throw new RangeError(`A line has at most ${MAX_CONTENT} bytes.`)
  const line = new Uint8Array(LENGTH_DIGITS + bytes.length)
  encoder.encodeInto(line.length.toString(16).padStart(LENGTH_DIGITS, '0'), line)
  line.set(bytes, LENGTH_DIGITS)
  return line
}

/** Returns `0000`, `0001` or `0002`. */
export function markPacket(mark: Mark): Uint8Array {
  return encoder.encode(`000${marks.indexOf(mark)}`)
}

/** Returns the text of a line without its line feed; a special packet has none. */
export function lineText(line: Packet): string | undefined {
  if (typeof line === 'string') return undefined
  const text = decoder.decode(line)
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** Reads the lines of a request; a pack after them is left in `rest`. */
export class PacketReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * Returns the next line as a view of the bytes; undefined at the end.
   * @throws ProtocolError where the bytes are malformed, or end within a line.
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

  /** Iterates over the texts of the lines up to the next special packet, which is consumed, or to the end. */
  *texts(): Generator<string, Mark | undefined> {
    for (;;) {
      const line = this.next()
      if (line === undefined || typeof line === 'string') return line
      yield lineText(line) ?? ''
    }
  }

  /** Returns the bytes that were not read. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }
}

/** The band of a side-band line (gitprotocol-pack(5)): the pack, progress messages, a fatal error. */
export type Band = 1 | 2 | 3

/** The maximum content of a line for clients with `side-band` only: 1,000 bytes include the length and the band. */
const MAX_SMALL_CONTENT = 995

/** Splits bytes into side-band lines; no bytes give no line. */
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
