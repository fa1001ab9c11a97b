/** Odd numbers with bits all over: multiplied by one, no two numbers become one. */
const first = 0x9e3779b1
const second = 0x85ebca77

const encoder = new TextEncoder()

/** Where texts are written to be read at once: a buffer of its own for each would take longer than its digest does. */
const room = new Uint8Array(2 ** 17)

/**
 * Sixteen digits that differ where bodies differ, short of a coincidence; no proof against who looks for one. It is made
 * of every answer that no memo holds: of words of four bytes, which takes a fourth of the time that characters do.
 */
export function digestOf(body: string | Uint8Array): string {
  const bytes = typeof body === 'string' ? bytesOf(body) : body.slice()
  const words = new Int32Array(bytes.buffer, 0, bytes.length >>> 2)
  let one = bytes.length ^ first
  let other = bytes.length ^ second
  // Two numbers, neither of which waits for the other.
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

/** The high bits, which know most of what came before, come down to where the next word changes them. */
function turned(value: number): number {
  return (value << 13) | (value >>> 19)
}

function digits(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
