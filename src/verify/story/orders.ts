import type { Direction } from '../contract/operation.ts'

type Compare = (one: string, other: string) => number

const byCodePoint: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * The orders of names that a server can have beside that of code points, as no specification names one: without regard
 * to case, or by language with and without numeric order and punctuation.
 */
const collations: readonly Compare[] = [
  (one, other) => byCodePoint(one.toLowerCase(), other.toLowerCase()),
  ...[
    { numeric: false, ignorePunctuation: false },
    { numeric: true, ignorePunctuation: false },
    { numeric: false, ignorePunctuation: true },
  ].map((options) => new Intl.Collator('en', options).compare),
]

/**
 * Returns in which order values are: `by value`, as numbers, times and names by code points are, or `by collation`;
 * undefined where they are in none that a server can have. The opposite direction is never accepted.
 */
export function orderOfValues(
  values: readonly (string | number)[],
  direction: Direction,
): 'by value' | 'by collation' | undefined {
  const isInOrder = <T>(keys: readonly T[], compare: (one: T, other: T) => number) =>
    keys.slice(1).every((key, index) => {
      const difference = compare(keys[index] ?? key, key)
      return direction === 'asc' ? difference <= 0 : difference >= 0
    })
  const times = values.map(timeOf)
  if (times.every((time) => time !== undefined))
    return isInOrder(times, (one, other) => one - other) ? 'by value' : undefined
  const texts = values.map(String)
  if (isInOrder(texts, byCodePoint)) return 'by value'
  return collations.some((compare) => isInOrder(texts, compare)) ? 'by collation' : undefined
}

/** Returns a number, or a time in milliseconds; undefined for any other text. */
function timeOf(value: string | number): number | undefined {
  if (typeof value === 'number') return value
  return /^\d{4}-\d{2}-\d{2}T/i.test(value) ? Date.parse(value) : undefined
}
