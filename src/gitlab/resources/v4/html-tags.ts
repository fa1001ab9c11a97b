import { escaped } from './html.ts'

/** The tags of HTML in Markdown that are kept, as in GitLab (`Banzai::Filter::SanitizationFilter`), without styles. */
const keptTags = new Set(
  'a b bdo blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt ul var wbr'.split(
    ' ',
  ),
)
const emptyTags = new Set(['br', 'hr', 'img', 'wbr'])
const keptAttributes = new Set(
  'align alt colspan height href lang open rowspan src start title valign width'.split(' '),
)

/** A comment, an element whose content is code, a tag, or a character that is no tag. */
const piece =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|iframe|noscript|title|template|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>|[<>]/gi
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** Keeps the safe tags of HTML in one text, and closes those that the text leaves open. */
export class HtmlTags {
  readonly #open: string[] = []

  /** Returns a part of the text with the safe tags and attributes only. */
  clean(html: string): string {
    return html.replaceAll(piece, (found, _code, slash, name, attributes) => {
      if (name === undefined) return found.length === 1 ? escaped(found) : ''
      const tag = String(name).toLowerCase()
      if (!keptTags.has(tag)) return ''
      return slash === '/' ? this.#close(tag) : this.#openTag(tag, String(attributes))
    })
  }

  /** Returns the end tags of the elements that are still open. */
  end(): string {
    return this.#closeDownTo(0)
  }

  #openTag(tag: string, attributes: string): string {
    if (!emptyTags.has(tag)) this.#open.push(tag)
    return `<${tag}${attributesOf(attributes)}>`
  }

  #close(tag: string): string {
    const at = this.#open.lastIndexOf(tag)
    return at < 0 ? '' : this.#closeDownTo(at)
  }

  #closeDownTo(at: number): string {
    return this.#open
      .splice(at)
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  }
}

function attributesOf(text: string): string {
  const written = [...text.matchAll(attribute)].map(([, given = '', ...values]) => {
    const name = given.toLowerCase()
    const value = decoded(values.find((one) => one !== undefined) ?? '')
    const isAddress = name === 'href' || name === 'src'
    if (!keptAttributes.has(name) || (isAddress && !isSafeAddress(value))) return ''
    return ` ${name}="${escaped(value)}"`
  })
  return written.join('')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Decodes the entities of characters that are escaped again. */
export function decoded(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot)|#39);/g, (_, name) => entities[name] ?? "'")
}

const safeSchemes = /^(?:https?|mailto|ftp|ssh|git|irc|tel|smb):/i

/** Whether a link can be followed without running code: it is relative, or of a known scheme. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore control characters and blanks in a scheme.
  const plain = address.replace(/[\p{Cc}\s]/gu, '')
  return !/^[^/?#]*:/.test(plain) || safeSchemes.test(plain)
}
