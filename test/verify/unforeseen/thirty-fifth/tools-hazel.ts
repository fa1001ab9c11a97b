import { fieldsOf } from '../shared-tools.ts'

/** The links of a list, each with another address. */
export const relinked = (link: string, change: (url: URL) => void) =>
  link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
    const url = new URL(address)
    change(url)
    return `<${url.href}>`
  })

/** The address of a relation in the header of links. */
export const linkOf = (headers: Headers, relation: string) =>
  (headers.get('link') ?? '').match(new RegExp(`<([^>]+)>; *rel="${relation}"`))?.[1] ?? ''

/** A path as Git prints it: one that is not of ASCII stands in quotes, its bytes as octal numbers. */
export function quotedPath(path: unknown): unknown {
  if (typeof path !== 'string') return path
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const parts = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${parts.join('')}"`
}

/** Every object within JSON, changed from the inside out. */
export function eachObject(
  json: unknown,
  change: (one: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  if (Array.isArray(json)) return json.map((one) => eachObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(fieldsOf(json))
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, eachObject(value, change)])),
  )
}
