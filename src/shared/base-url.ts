/**
 * Reads where a forge is: `https://host`, `https://host/`, `https://host/api/v3` and
 * `https://host/api/v3/` mean the same. Undefined where the text is no http or https address, or has a
 * query, a fragment or credentials; `relativeTo` is what a path alone is read by.
 *
 * @example readBaseUrl('https://host/sub/api/v3/') // 'https://host/sub'
 */
export function readBaseUrl(text: string, relativeTo?: string): string | undefined {
  if (!URL.canParse(text, relativeTo)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text, relativeTo)
  const isHttp = protocol === 'http:' || protocol === 'https:'
  if (!isHttp || search + hash + username + password !== '') return undefined
  return `${origin}${pathname.replace(/(\/api\/v3)?\/?$/, '')}`
}
