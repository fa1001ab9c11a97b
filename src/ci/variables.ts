/** The variables of a build, which names and addresses of environments can contain. */
export type Variables = ReadonlyMap<string, string>

/** As in lib/expand_variables.rb. */
const VARIABLE = /\$\{([a-zA-Z_]\w*)\}|\$([a-zA-Z_]\w*)|%([a-zA-Z_]\w*)%/g

/**
 * Replaces `$NAME`, `${NAME}` and `%NAME%` by their values; an unknown name becomes empty, as in a shell. Undefined
 * where the result would exceed `maxLength` characters, since values can be long and repeated often.
 */
export function expandVariables(
  text: string,
  variables: Variables,
  maxLength: number,
): string | undefined {
  const parts: string[] = []
  let length = 0
  let end = 0
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (const { 0: written, 1: inBraces, 2: bare, 3: inSigns, index } of text.matchAll(VARIABLE)) {
    add(text.slice(end, index))
    add(variables.get(inBraces ?? bare ?? inSigns ?? '') ?? '')
    end = index + written.length
    if (length > maxLength) return undefined
  }
  add(text.slice(end))
  return length > maxLength ? undefined : parts.join('')
}

/** Turns a name into a part of a host name: lower-case letters, digits and dashes, without dashes at the ends. */
export function slugOf(name: string, maxLength: number): string {
  const slug = name
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, maxLength)
  let start = 0
  let end = slug.length
  while (slug[start] === '-') start += 1
  while (end > start && slug[end - 1] === '-') end -= 1
  return slug.slice(start, end)
}
