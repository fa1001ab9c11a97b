import { visibleText } from './visible-text.ts'

/** A piece of HTML or XML that is safe to put into a document as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Content = string | number | Markup | undefined | readonly Content[]

/**
 * Writes HTML or XML: what is put into the template is escaped, unless it is markup itself. Lists are
 * joined; undefined is nothing.
 *
 * @example
 * markup`<p>${'1 < 2'}</p>`.text // '<p>1 &lt; 2</p>'
 */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const text = parts.map((part, index) => part + write(contents[index]))
  return new Markup(text.join(''))
}

function write(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content))
  return content.map(write).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * XML 1.0 has no character for most control codes, so U+FFFD stands for them and for lone surrogates; what
 * else would hide or reorder text is written as its escape.
 */
function escapeText(text: string): string {
  const known = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
  return visibleText(known).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
