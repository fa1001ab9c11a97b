import { byteText } from '../../shared/text.ts'

/** A file split into lines, which are not copied. */
export interface FileLines {
  readonly bytes: Uint8Array
  /** The offset of each line in bytes, and the end of the file after them. */
  readonly starts: Int32Array
  readonly count: number
}

export const LINE_FEED = 10

/** Splits a file into lines, each with its line feed; the last one may lack it. */
export function splitLines(bytes: Uint8Array): FileLines {
  let count = 0
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === LINE_FEED) count += 1
  if (bytes.length > 0 && bytes[bytes.length - 1] !== LINE_FEED) count += 1
  const starts = new Int32Array(count + 1)
  for (let index = 0, line = 0; index < bytes.length; index += 1) {
    if (bytes[index] === LINE_FEED) starts[++line] = index + 1
  }
  starts[count] = bytes.length
  return { bytes, starts, count }
}

/** Returns the bytes of the lines from `start` up to `end`, counted from 0. */
export function bytesOfLines({ bytes, starts }: FileLines, start: number, end: number): Uint8Array {
  return bytes.subarray(starts[start], starts[end])
}

/** Returns a line as a text with one character per byte, including its line feed. */
export function lineText(file: FileLines, line: number): string {
  return byteText(bytesOfLines(file, line, line + 1))
}

export const sizeOf = ({ starts, count }: FileLines) => (starts[count] ?? 0) - (starts[0] ?? 0)

/** Returns a range of lines, counted from 0, as a separate file. */
export function linesBetween({ bytes, starts }: FileLines, start: number, end: number): FileLines {
  return { bytes, starts: starts.subarray(start, end + 1), count: end - start }
}

/**
 * Returns the ranges between the common first and last lines of two files. They are compared byte by byte, before lines
 * are numbered.
 */
export function betweenCommonEnds(before: FileLines, after: FileLines) {
  const [old, now] = [before.bytes, after.bytes]
  const shorter = Math.min(old.length, now.length)
  let same = 0
  while (same < shorter && old[same] === now[same]) same += 1
  const start = Math.min(linesWithin(before, same), linesWithin(after, same))
  const left = shorter - (before.starts[start] ?? 0)
  let sameBehind = 0
  while (
    sameBehind < left &&
    old[old.length - 1 - sameBehind] === now[now.length - 1 - sameBehind]
  ) {
    sameBehind += 1
  }
  const oldEnd = firstLineFrom(before, old.length - sameBehind)
  const newEnd = firstLineFrom(after, now.length - sameBehind)
  const common = Math.min(before.count - oldEnd, after.count - newEnd)
  return { start, oldEnd: before.count - common, newEnd: after.count - common }
}

/** Finds the first line that begins at or after an offset. */
function firstLineFrom({ starts, count }: FileLines, byte: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return low
}

/** Counts the lines that end at or before an offset. */
function linesWithin({ starts, count }: FileLines, bytes: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= bytes) low = middle
    else high = middle - 1
  }
  return low
}
