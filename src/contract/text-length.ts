/**
 * Whether a text has more characters than `longest`. Characters are counted as JSON Schema's
 * `maxLength` and the columns of a database do: what UTF-16 takes two units for is one.
 */
export function isLongerThan(text: string, longest: number): boolean {
  if (text.length <= longest) return false
  return text.length > 2 * longest || [...text].length > longest
}
