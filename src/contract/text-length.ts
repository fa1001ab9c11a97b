/**
 * Whether a text has more characters than `longest`. Characters are counted as JSON Schema's
 * `maxLength` and the columns of a database do: what UTF-16 takes two units for is one.
 */
export function isLongerThan(text: string, longest: number): boolean {
  if (text.length <= longest) return false
  return text.length > 2 * longest || [...text].length > longest
}

/** Whether a text has fewer characters than `shortest`, counted in the same way. */
export function isShorterThan(text: string, shortest: number): boolean {
  if (text.length < shortest) return true
  return text.length < 2 * shortest && [...text].length < shortest
}

/** The first characters of a text, none of them cut in half. */
export function beginningOf(text: string, characters: number): string {
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('')
}
