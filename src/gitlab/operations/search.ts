/** No letter has more letters in lower case. */
const MAX_GROWTH = 3

/**
 * Whether a text is part of any of the others, whatever its case; no text matches everything. What is longer than the
 * others is not looked for: it may be as long as an address, and asked for of thousands of records.
 */
export function matches(search: string | undefined, ...texts: (string | null)[]): boolean {
  if (!search) return true
  const longEnough = texts.filter((text) => text && text.length * MAX_GROWTH >= search.length)
  if (longEnough.length === 0) return false
  const wanted = search.toLowerCase()
  return longEnough.some((text) => text?.toLowerCase().includes(wanted))
}
