import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()
const HASH_LENGTH = 20

/**
 * Computes the patch id of a diff like `git patch-id --verbatim`: a sum of the hashes of its files, independent of line
 * numbers and of blob ids of text files. Undefined for a diff without files.
 */
export function patchId(diff: string): string | undefined {
  if (diff === '') return undefined
  const sum = new Uint8Array(HASH_LENGTH)
  let hash = sha1.create()
  let ids = ''
  // The remaining lines of the hunk on each side; undefined within a header.
  let left: { old: number; new: number } | undefined
  let isBinary = false
  for (const line of linesOf(diff)) {
    if (isBinary) {
      if (!line.startsWith('diff ')) continue
      isBinary = false
    } else if (line.startsWith('\\ ')) {
      hash.update(encoder.encode(line))
      continue
    } else if (left === undefined) {
      if (line.startsWith('index ')) {
        ids = idsOf(line)
        continue
      }
      if (line.startsWith('Binary files ')) {
        isBinary = true
        hash.update(encoder.encode(ids))
        endFile()
        continue
      }
      if (line.startsWith('--- ')) left = { old: 1, new: 1 }
    } else if (left.old === 0 && left.new === 0) {
      if (line.startsWith('@@ -')) {
        left = countsOf(line)
        continue
      }
      endFile()
    }
    if (left && /^[- ]/.test(line)) left.old -= 1
    if (left && /^[+ ]/.test(line)) left.new -= 1
    hash.update(encoder.encode(line))
  }
  endFile()
  return bytesToHex(sum)

  function endFile(): void {
    add(sum, hash.digest())
    hash = sha1.create()
    left = undefined
  }
}

/** Iterates over the lines of a text, each with its line feed. */
function* linesOf(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed + 1
    yield text.slice(start, end)
    start = end
  }
}

/** Returns both ids of `index 1234..5678 100644`, concatenated. */
function idsOf(line: string): string {
  const [, ids = ''] = line.trimEnd().split(' ')
  return ids.replace('..', '')
}

/** Returns the line counts of a hunk on each side: `@@ -1,5 +1,6 @@`; a missing count is one. */
function countsOf(line: string): { old: number; new: number } {
  const [, before = '', after = ''] = line.split(' ')
  const count = (range: string) => Number(range.split(',')[1] ?? 1)
  return { old: count(before), new: count(after) }
}

/** Adds two little-endian numbers with the length of a hash. */
function add(sum: Uint8Array, addend: Uint8Array): void {
  let carry = 0
  for (let index = 0; index < HASH_LENGTH; index += 1) {
    carry += (sum[index] ?? 0) + (addend[index] ?? 0)
    sum[index] = carry & 0xff
    carry >>= 8
  }
}
