/** Whether a text is part of any of the others, whatever its case; no text matches everything. */
export function matches(search: string | undefined, ...texts: (string | null)[]): boolean {
  if (!search) return true
  const wanted = search.toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(wanted))
}

/**
 * The texts of records as they are searched, by the record: one that changes is another record. To fold the
 * case of all for each search would cost more than the search.
 */
const searched = new WeakMap<object, string>()

/** Between the texts of a record: nothing that is searched for goes across. */
const separator = '\u0000'

/**
 * The same for many records of a kind: whether a text is part of any of those that `textsOf` gives of
 * one.
 */
export function textSearch<R extends object>(
  search: string,
  textsOf: (record: R) => readonly (string | null)[],
): (record: R) => boolean {
  const wanted = search.toLowerCase()
  if (wanted.includes(separator)) return () => false
  return (record) => {
    const known = searched.get(record)
    const text = known ?? textsOf(record).join(separator).toLowerCase()
    if (known === undefined) searched.set(record, text)
    return text.includes(wanted)
  }
}
