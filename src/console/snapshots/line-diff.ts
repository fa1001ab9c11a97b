/** A line of the comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Longer texts, in lines, are not compared but shown in sequence, since the cost is the product of their lengths. */
const maxLines = 600

/**
 * Compares two texts line by line.
 *
 * @example lineDiff('a\nb', 'a\nc').map(({ kind }) => kind) // ['same', 'removed', 'added']
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, present] = [before.split('\n'), after.split('\n')]
  const start = commonStart(old, present)
  const end = commonEnd(old.slice(start), present.slice(start))
  const middle = [old, present].map((lines) => lines.slice(start, lines.length - end))
  const [from = [], to = []] = middle
  return [
    ...marked('same', old.slice(0, start)),
    ...(Math.max(from.length, to.length) > maxLines
      ? [...marked('removed', from), ...marked('added', to)]
      : between(from, to)),
    ...marked('same', end === 0 ? [] : old.slice(-end)),
  ]
}

const marked = (kind: DiffLine['kind'], lines: readonly string[]) =>
  lines.map((text) => ({ kind, text }))

function commonStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at
  return length
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  return commonStart([...one].reverse(), [...other].reverse())
}

/** Compares by the longest common subsequence; `longest[at][to]` is its length for the remaining lines of both. */
function between(from: readonly string[], to: readonly string[]): DiffLine[] {
  const longest = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  const left = (at: number, other: number) => longest[at]?.[other] ?? 0
  for (let at = from.length - 1; at >= 0; at--) {
    for (let other = to.length - 1; other >= 0; other--) {
      const row = longest[at] ?? new Uint16Array()
      row[other] =
        from[at] === to[other]
          ? left(at + 1, other + 1) + 1
          : Math.max(left(at + 1, other), left(at, other + 1))
    }
  }
  const lines: DiffLine[] = []
  let [at, other] = [0, 0]
  while (at < from.length || other < to.length) {
    const [text, next] = [from[at], to[other]]
    if (text !== undefined && text === next) {
      lines.push({ kind: 'same', text })
      at++
      other++
    } else if (
      text !== undefined &&
      (next === undefined || left(at + 1, other) >= left(at, other + 1))
    ) {
      lines.push({ kind: 'removed', text })
      at++
    } else if (next !== undefined) {
      lines.push({ kind: 'added', text: next })
      other++
    }
  }
  return lines
}
