import type { IncomingHeaders } from '../incoming-request.ts'
import { isSecretName, MASK } from './masking.ts'

/** Longer values are left out, and headers beyond this together: no client needs as much. */
const MAX_HEADER_CHARACTERS = { value: 2000, together: 16_384 }

/** Headers whose name does not say that they carry credentials. */
const credentials = /^(?:cookie|proxy-authorization|.*(?:api|access)-?key)$/i

/** The headers of a request as one text of bounded size, a line each. */
export function headerText(headers: IncomingHeaders): string {
  const parts: string[] = []
  let length = 0
  headers.forEach((value, name) => {
    if (length > MAX_HEADER_CHARACTERS.together) return
    const kept =
      value.length > MAX_HEADER_CHARACTERS.value ? `(a text of ${value.length} characters)` : value
    parts.push(name, ': ', kept, '\n')
    length += name.length + kept.length + 3
  })
  if (length > MAX_HEADER_CHARACTERS.together) parts.push('…: (more headers)\n')
  return parts.join('')
}

/** The headers of such a text, in the order of their lower-case names, without the secrets in them. */
export function redactHeaders(
  text: string,
  mask: (text: string) => string,
): Readonly<Record<string, string>> {
  const headers = text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const colon = line.indexOf(': ')
      return { name: line.slice(0, colon), value: line.slice(colon + 2) }
    })
  headers.sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries(
    headers.map(({ name, value }) => [
      mask(name),
      isSecretName(name) || credentials.test(name) ? MASK : mask(value),
    ]),
  )
}
