/** A line of a diff, with its numbers on both sides; 0 where it is not there. */
export interface DiffLine {
  readonly kind: 'hunk' | 'added' | 'removed' | 'kept' | 'remark'
  readonly before: number
  readonly after: number
  /** Without the sign that it begins with. */
  readonly text: string
}

/**
 * The lines of a unified diff of one file, as the API has it: without the names of the files.
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
