/** The maximum growth of a letter when converted to lower case. */
const MAX_GROWTH = 3

/**
 * Whether a text is part of any of the others, ignoring case; no text matches everything. A text that is longer than
 * the others is not searched for, since it can be as long as a URL, and be compared with thousands of records.
 */
export function matches(search: string | undefined, ...texts: (string | null)[]): boolean {
  if (!search) return true
  const longEnough = texts.filter((text) => text && text.length * MAX_GROWTH >= search.length)
  if (longEnough.length === 0) return false
  const wanted = search.toLowerCase()
  return longEnough.some((text) => text?.toLowerCase().includes(wanted))
}
