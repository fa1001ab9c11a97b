/** One of two compared files: a number for each line, and the set of unmatched lines. */
export interface LineSequence {
  /** Equal lines in both files have the same number. */
  readonly lines: Int32Array
  /** 1 where the line is only in this file, 0 where it matches a line of the other one. */
  readonly isChanged: Uint8Array
}

/** Makes a sequence without any changed lines. */
export function createSequence(lines: Int32Array): LineSequence {
  return { lines, isChanged: new Uint8Array(lines.length) }
}

/** The range of two files between their common prefix and suffix; positions are counted from 0. */
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

/** Returns a power of two near the square root of a number, at most twice as large, as a cheap bound. */
export function roughSquareRoot(number: number): number {
  let root = 1
  for (let rest = number; rest > 0; rest >>= 2) root <<= 1
  return root
}
