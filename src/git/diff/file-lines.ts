import { byteText } from '../../shared/text.ts'

/** A file cut into lines, without a copy of them. */
export interface FileLines {
  readonly bytes: Uint8Array
  /** Where each line starts, in bytes; behind the last line, where the file ends. */
  readonly starts: Int32Array
  readonly count: number
}

const LINE_FEED = 10

/** The lines of a file, each with its line feed; the last one may have none. */
export function splitLines(bytes: Uint8Array): FileLines {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  if (bytes.length > 0 && bytes[bytes.length - 1] !== LINE_FEED) count += 1
  const starts = new Int32Array(count + 1)
  for (let line = 1; line < count; line += 1) {
    starts[line] = bytes.indexOf(LINE_FEED, starts[line - 1]) + 1
  }
  starts[count] = bytes.length
  return { bytes, starts, count }
}

/** The bytes of the lines from `start` up to `end`, positions from 0. */
export function bytesOfLines({ bytes, starts }: FileLines, start: number, end: number): Uint8Array {
  return bytes.subarray(starts[start], starts[end])
}

/** A line as a text with one character a byte, its line feed included. */
export function lineText(file: FileLines, line: number): string {
  return byteText(bytesOfLines(file, line, line + 1))
}
