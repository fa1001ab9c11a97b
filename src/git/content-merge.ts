import { diff3Merge } from 'node-diff3'
import { bytesOf, linesOf } from './text.ts'

/** The merged content of a text file; undefined when both sides changed the same or neighbouring lines. */
export function mergeContents(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): Uint8Array | undefined {
  const regions = diff3Merge(linesOf(ours), linesOf(base), linesOf(theirs), {
    excludeFalseConflicts: true,
  })
  const lines: string[] = []
  for (const { ok } of regions) {
    if (ok === undefined) return undefined
    for (const line of ok) lines.push(line)
  }
  return bytesOf(lines.join(''))
}
