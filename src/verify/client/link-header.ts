/** A link of a Link header: its target and its relations. */
export interface HeaderLink {
  readonly target: string
  /** In lower case; `rel="next last"` has two. */
  readonly relations: readonly string[]
}

/**
 * Parses a Link header (RFC 8288, section 3). Commas and semicolons can occur in the target and in quoted parameters;
 * the first `rel` of a link counts. Malformed links are ignored.
 *
 * @example readLinkHeader('<https://a.test/?page=2>; title="A, page"; rel=next')
 */
export function readLinkHeader(header: string): readonly HeaderLink[] {
  return splitOutside(header, ',').flatMap((text) => {
    const link = text.trim()
    const end = link.indexOf('>')
    if (!link.startsWith('<') || end < 0) return []
    const relation = splitOutside(link.slice(end + 1), ';')
      .map(readParameter)
      .find(({ name }) => name === 'rel')
    const relations = relation?.value.toLowerCase().split(' ') ?? []
    return [{ target: link.slice(1, end), relations: relations.filter((word) => word !== '') }]
  })
}

function readParameter(text: string): { readonly name: string; readonly value: string } {
  const [name = '', ...rest] = text.split('=')
  const value = rest.join('=').trim()
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return {
    name: name.trim().toLowerCase(),
    value: isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value,
  }
}

/** Splits at a separator outside of `<…>` and `"…"`. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let closing: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (closing !== undefined) {
      if (character === '\\' && closing === '"') at++
      else if (character === closing) closing = undefined
    } else if (character === '<') closing = '>'
    else if (character === '"') closing = '"'
    else if (character === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
