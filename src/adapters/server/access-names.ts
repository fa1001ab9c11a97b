import { isUrl } from '../../shared/is-url.ts'
/**
 * An origin as a browser sends it, `https://app.example.com`; `*` and `null` as they are. Undefined for what
 * no browser sends: without a scheme, or with a path.
 *
 * @example readOrigin('https://App.example:443/') // 'https://app.example'
 */
export function readOrigin(text: string): string | undefined {
  if (text === '*' || text === 'null') return text
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\*]+\/?$/i.test(text) || !isUrl(text)) return undefined
  const { origin, protocol, host } = new URL(text)
  // Only those of the web have an origin of their own; an extension of a browser sends its address.
  return origin === 'null' ? `${protocol}//${host.toLowerCase()}` : origin
}

/**
 * A host name as the URL of a request has it: in lower case, an IPv6 address in brackets. Undefined for
 * what can be none: with a scheme, a port, or a pattern.
 *
 * @example readHostName('Forge.Example') // 'forge.example'
 */
export function readHostName(text: string): string | undefined {
  const isAddress = text.split(':').length > 2 && !text.startsWith('[')
  const name = isAddress ? `[${text}]` : text
  if (!/^(\[[\da-f:.]+\]|[^\s/?#@\\:*[\].][^\s/?#@\\:*[\]]*)$/i.test(name)) return undefined
  return isUrl(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined
}
