/** A line of a diff, with its line numbers on both sides; 0 where it does not exist. */
export interface DiffLine {
  readonly kind: 'hunk' | 'added' | 'removed' | 'kept' | 'remark'
  readonly before: number
  readonly after: number
  /** The text without the leading sign. */
  readonly text: string
}

/**
 * Parses a unified diff of one file in the form of the API, which has no file names.
 *
 * @example parseDiff('@@ -1 +1 @@\n-a\n+b\n')[1] // { kind: 'removed', before: 1, after: 0, text: 'a' }
 */
export function parseDiff(diff: string): DiffLine[] {
  let [before, after] = [0, 0]
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .filter((line, place, lines) => line !== '' || lines.length > 1 || place > 0)
    .map((line): DiffLine => {
      const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
      if (hunk) {
        before = Number(hunk[1])
        after = Number(hunk[2])
        return { kind: 'hunk', before: 0, after: 0, text: line }
      }
      const text = line.slice(1)
      if (line.startsWith('+')) return { kind: 'added', before: 0, after: after++, text }
      if (line.startsWith('-')) return { kind: 'removed', before: before++, after: 0, text }
      if (line.startsWith('\\')) return { kind: 'remark', before: 0, after: 0, text: line }
      return { kind: 'kept', before: before++, after: after++, text }
    })
}
