/** Splits a filter into words in lower case. */
export function wordsOf(filter: string): string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * Whether a text contains all words of a filter, ignoring case and order.
 *
 * @example hasWords('GET /api/v4/user 200', wordsOf('user get')) // true
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/**
 * Formats a number of things.
 *
 * @example counted(1, 'record') // '1 record'
 */
export function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
