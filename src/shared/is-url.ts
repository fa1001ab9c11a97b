/**
 * Whether a text is an absolute URL, or one relative to another. `URL.canParse` is not used: in Node 20 and 22 it
 * rejects non-ASCII characters once it was called some thousand times
 * (https://github.com/AikidoSec/firewall-node/pull/1086).
 *
 * @example isUrl('https://müller.example') // true
 */
export function isUrl(text: string, relativeTo?: string | URL): boolean {
  try {
    return new URL(text, relativeTo) instanceof URL
  } catch {
    return false
  }
}
