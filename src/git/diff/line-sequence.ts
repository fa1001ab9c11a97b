/** One of two files that are compared: a number for each line, and which of them have no counterpart. */
export interface LineSequence {
  /** Equal lines of both files have the same number. */
  readonly lines: Int32Array
  /** 1 where the line is only in this file, 0 where it is matched with a line of the other one. */
  readonly isChanged: Uint8Array
}

/** No line counts as changed yet. */
export function createSequence(lines: Int32Array): LineSequence {
  return { lines, isChanged: new Uint8Array(lines.length) }
}

/** The part of two files between their common beginning and their common end; positions count from 0. */
export interface Middle {
  readonly start: number
  readonly oldEnd: number
  readonly newEnd: number
}

export function middleOf({ lines: old }: LineSequence, { lines: now }: LineSequence): Middle {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let oldEnd = old.length
  let newEnd = now.length
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  return { start, oldEnd, newEnd }
}

/** A power of two near the square root of a number, at most twice as large: a bound that costs nothing. */
export function roughSquareRoot(number: number): number {
  let root = 1
  for (let rest = number; rest > 0; rest >>= 2) root <<= 1
  return root
}
