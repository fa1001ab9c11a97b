/** The words of a filter, in lower case. */
export function wordsOf(filter: string): string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * Whether a text has all the words of a filter, whatever their case and order.
 *
 * @example hasWords('GET /api/v4/user 200', wordsOf('user get')) // true
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/**
 * A number of things, in words.
 *
 * @example counted(1, 'record') // '1 record'
 */
export function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
