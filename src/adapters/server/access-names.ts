import { isUrl } from '../../shared/is-url.ts'
/**
 * Returns an origin as browsers send it, such as `https://app.example.com`; `*` and `null` stay as they are. Undefined
 * for a text that no browser sends: one without a scheme, or with a path.
 *
 * @example readOrigin('https://App.example:443/') // 'https://app.example'
 */
export function readOrigin(text: string): string | undefined {
  if (text === '*' || text === 'null') return text
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\*]+\/?$/i.test(text) || !isUrl(text)) return undefined
  const { origin, protocol, host } = new URL(text)
  // Only web schemes have an origin in URL; browser extensions send their address.
  return origin === 'null' ? `${protocol}//${host.toLowerCase()}` : origin
}

/**
 * Returns a host name as in the URL of a request: in lower case, an IPv6 address in brackets. Undefined for a text that
 * is no host name: with a scheme, a port, or a pattern.
 *
 * @example readHostName('Forge.Example') // 'forge.example'
 */
export function readHostName(text: string): string | undefined {
  const isAddress = text.split(':').length > 2 && !text.startsWith('[')
  const name = isAddress ? `[${text}]` : text
  if (!/^(\[[\da-f:.]+\]|[^\s/?#@\\:*[\].][^\s/?#@\\:*[\]]*)$/i.test(name)) return undefined
  return isUrl(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined
}
