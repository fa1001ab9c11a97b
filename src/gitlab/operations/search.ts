/** Whether a text is part of any of the others, whatever its case; no text matches everything. */
export function matches(search: string | undefined, ...texts: (string | null)[]): boolean {
  if (!search) return true
  const wanted = search.toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(wanted))
}
