/** The variables of a build that names and addresses of environments are written with. */
export type Variables = ReadonlyMap<string, string>

const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g

/**
 * Puts the values of `$NAME` and `${NAME}` into a text; an unknown name is nothing, as in a shell. Undefined
 * where the result would have more than `maxLength` characters: values may be long, and named often.
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
  for (const { 0: written, 1: inBraces, 2: bare, index } of text.matchAll(VARIABLE)) {
    add(text.slice(end, index))
    add(variables.get(inBraces ?? bare ?? '') ?? '')
    end = index + written.length
    if (length > maxLength) return undefined
  }
  add(text.slice(end))
  return length > maxLength ? undefined : parts.join('')
}

/** A name as a part of a host name: small letters, digits and dashes, of which none at either end. */
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
