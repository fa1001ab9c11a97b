/**
 * Whether a text has more characters than `maxLength`. Characters are counted as JSON Schema's
 * `maxLength` and the columns of a database do: what UTF-16 takes two units for is one.
 */
export function isLongerThan(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false
  return text.length > 2 * maxLength || [...text].length > maxLength
}

/** Whether a text has fewer characters than `minLength`, counted in the same way. */
export function isShorterThan(text: string, minLength: number): boolean {
  if (text.length < minLength) return true
  return text.length < 2 * minLength && [...text].length < minLength
}

/** The first characters of a text, none of them cut in half. */
export function beginningOf(text: string, characters: number): string {
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('')
}
