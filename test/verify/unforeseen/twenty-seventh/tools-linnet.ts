/** The labels of a parameter, separated by commas. */
export const splitLabels = (given: unknown): readonly string[] =>
  given === undefined
    ? []
    : [
        ...new Set(
          String(given)
            .split(',')
            .map((label) => label.trim())
            .filter((label) => label !== ''),
        ),
      ]

/** A text as it stands in HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Links whose addresses have the encoded slash of the path of a project bare. */
export const withBareSlashes = (link: string): string =>
  link.replaceAll(/(\/projects\/[^/?>]*?)%2F/gi, '$1/')

/** Whether one of the words of a text begins with what is searched. */
export const hasWordOf = (text: unknown, search: string): boolean => {
  const lower = String(text).toLowerCase()
  const found = search.toLowerCase()
  for (let from = lower.indexOf(found); from >= 0; from = lower.indexOf(found, from + 1)) {
    if (from === 0 || /[^\p{L}\p{N}]/u.test(lower.charAt(from - 1))) return true
  }
  return false
}
