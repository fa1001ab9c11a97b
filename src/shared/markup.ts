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
 * Writes HTML or XML: interpolated values are escaped, unless they are markup themselves. Lists are
 * joined; undefined is left out.
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
 * Replaces what XML 1.0 cannot hold (most control codes, lone surrogates) by U+FFFD, and writes invisible and
 * bidirectional characters as escapes.
 */
function escapeText(text: string): string {
  const known = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
  return visibleText(known).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
