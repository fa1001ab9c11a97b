/** Each byte as two hexadecimal digits. */
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * An id in the form of a version 4 UUID (RFC 9562), made of the forge's own random numbers.
 * @example randomId(seededRandom(1)) // 'a087eaf3-00b3-49c9-8706-c4ebfb2627fd'
 */
export function randomId(random: () => number): string {
  const [first, second, third, fourth] = [word(random), word(random), word(random), word(random)]
  const version = (second & 0xffff0fff) | 0x4000
  const variant = (third & 0x0fffffff) | 0x80000000
  const middle = `${pair(version >>> 16)}-${pair(version)}-${pair(variant >>> 16)}`
  return `${pair(first >>> 16)}${pair(first)}-${middle}-${pair(variant)}${pair(fourth >>> 16)}${pair(fourth)}`
}

/** 32 bits. */
function word(random: () => number): number {
  return Math.floor(random() * 2 ** 32)
}

/** The lower 16 bits, as four digits. */
function pair(bits: number): string {
  return `${digitsOf[(bits >>> 8) & 0xff]}${digitsOf[bits & 0xff]}`
}
