/** The error for a malformed delta, or one that does not match its base. */
export class DamagedDelta extends Error {
  override name = 'DamagedDelta'
}

/** Reads a number in groups of seven bits, lowest first, and the offset after it. */
function sizeAt(delta: Uint8Array, start: number): readonly [size: number, next: number] {
  let size = 0
  let factor = 1
  let at = start
  for (;;) {
    const byte = delta[at]
    if (byte === undefined || factor > 2 ** 49)
      throw new DamagedDelta('the size in a delta is none')
    at += 1
    size += (byte & 0x7f) * factor
    factor *= 128
    if (byte < 0x80) return [size, at]
  }
}

/** Returns the size of the result of a delta. */
export function resultSize(delta: Uint8Array): number {
  const [, at] = sizeAt(delta, 0)
  return sizeAt(delta, at)[0]
}

/** The size of a copy instruction that states none. */
const WHOLE_COPY = 0x10000

/**
 * Applies a delta to a base (gitformat-pack(5), "Deltified representation").
 * @throws DamagedDelta where it does not match the base or its own lengths.
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const [baseSize, afterBase] = sizeAt(delta, 0)
  const [size, start] = sizeAt(delta, afterBase)
  if (baseSize !== base.length) throw new DamagedDelta('a delta is not of its base')
  const result = new Uint8Array(size)
  let end = 0
  let at = start
  while (at < delta.length) {
    const instruction = delta[at++] ?? 0
    let from = delta
    let offset = at
    let length = instruction
    if (instruction >= 0x80) {
      from = base
      offset = 0
      length = 0
      for (let byte = 0; byte < 4; byte += 1) {
        if (instruction & (1 << byte)) offset += (delta[at++] ?? 0) * 2 ** (8 * byte)
      }
      for (let byte = 0; byte < 3; byte += 1) {
        if (instruction & (0x10 << byte)) length += (delta[at++] ?? 0) * 2 ** (8 * byte)
      }
      length ||= WHOLE_COPY
    } else {
      at += length
    }
    if (length === 0 || offset + length > from.length || end + length > size) {
      throw new DamagedDelta('a delta copies what is not there')
    }
    result.set(from.subarray(offset, offset + length), end)
    end += length
  }
  if (end !== size) throw new DamagedDelta('a delta makes less than it says')
  return result
}
