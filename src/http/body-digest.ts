/** Odd multipliers with well-spread bits: multiplication by an odd number is a bijection. */
const first = 0x9e3779b1
const second = 0x85ebca77

const encoder = new TextEncoder()

/** A shared buffer for encoding texts: allocating one for each would take longer than the digest. */
const room = new Uint8Array(2 ** 17)

/**
 * Computes a digest of 16 hexadecimal digits. It is not cryptographic: collisions are unlikely, but can be constructed.
 * It is computed for every response that is not memoized, by words of four bytes, four times as fast as by characters.
 */
export function digestOf(body: string | Uint8Array): string {
  const bytes = typeof body === 'string' ? bytesOf(body) : body.slice()
  const words = new Int32Array(bytes.buffer, 0, bytes.length >>> 2)
  let one = bytes.length ^ first
  let other = bytes.length ^ second
  // Two independent accumulators, which the processor computes in parallel.
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0
    one = turned(Math.imul(one ^ word, first))
    other = turned(Math.imul(other ^ word, second))
  }
  for (let index = words.length * 4; index < bytes.length; index++) {
    one = turned(Math.imul(one ^ (bytes[index] ?? 0), first))
    other = turned(Math.imul(other ^ (bytes[index] ?? 0), second))
  }
  return digits(one) + digits(other)
}

function bytesOf(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, room)
  return read === text.length ? room.subarray(0, written) : encoder.encode(text)
}

/** Mixes the high bits, which depend on most of the input, into the low ones before the next word. */
function turned(value: number): number {
  return (value << 13) | (value >>> 19)
}

function digits(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
