import { type FileLines, lineText } from './file-lines.ts'

/** The lines of some files as numbers from 0; equal lines have the same number. */
export interface NumberedLines {
  /** The numbers of the lines of each file. */
  readonly files: readonly Int32Array[]
  /** The number of distinct lines. */
  readonly count: number
}

/** The number of hash collisions after which a line is looked up by its text. */
const MAX_PROBES = 32

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193)
  }
  return hash ^ (hash >>> 15)
}

function isSameLine(left: FileLines, leftLine: number, right: FileLines, rightLine: number) {
  const from = left.starts[leftLine] ?? 0
  const length = (left.starts[leftLine + 1] ?? 0) - from
  const other = right.starts[rightLine] ?? 0
  if ((right.starts[rightLine + 1] ?? 0) - other !== length) return false
  for (let index = 0; index < length; index += 1) {
    if (left.bytes[from + index] !== right.bytes[other + index]) return false
  }
  return true
}

/**
 * Numbers the lines of files for a comparison. Uses a hash table over the bytes, without making strings of lines;
 * deliberate collisions cost no more than a look-up by text.
 */
export function numberLines(files: readonly FileLines[]): NumberedLines {
  const total = files.reduce((sum, file) => sum + file.count, 0)
  const size = 2 ** Math.ceil(Math.log2(2 * total + 1))
  /** The number of the line in each slot, plus one. */
  const slots = new Int32Array(size)
  const firstFile: FileLines[] = []
  const firstLine: number[] = []
  const colliding = new Map<string, number>()

  function numberOf(file: FileLines, line: number): number {
    const next = firstFile.length
    const hash = hashOf(file.bytes, file.starts[line] ?? 0, file.starts[line + 1] ?? 0)
    for (let probe = 0; probe < MAX_PROBES; probe += 1) {
      const slot = (hash + probe) & (size - 1)
      const number = (slots[slot] ?? 0) - 1
      if (number < 0) {
        slots[slot] = next + 1
        return next
      }
      const other = firstFile[number]
      if (other && isSameLine(file, line, other, firstLine[number] ?? 0)) return number
    }
    const text = lineText(file, line)
    const number = colliding.get(text) ?? next
    colliding.set(text, number)
    return number
  }

  const numbered = files.map((file) => {
    const lines = new Int32Array(file.count)
    for (let line = 0; line < file.count; line += 1) {
      const number = numberOf(file, line)
      lines[line] = number
      if (number < firstFile.length) continue
      firstFile.push(file)
      firstLine.push(line)
    }
    return lines
  })
  return { files: numbered, count: firstFile.length }
}
