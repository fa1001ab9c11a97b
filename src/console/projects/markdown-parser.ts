import { Lexer, type Token } from 'marked'

/** Of longer texts, in characters, nobody waits for the form: they are shown as they were written. */
const maxLength = 100_000

/**
 * What a text in Markdown is made of, as CommonMark and GitHub have it. It gives pieces of text, and never HTML: what a
 * text has of that is a piece of text as well. Undefined where it is too long, or too deep to be taken apart.
 */
export function parseMarkdown(text: string): readonly Token[] | undefined {
  if (text.length > maxLength) return undefined
  try {
    return Lexer.lex(text, { gfm: true })
  } catch {
    return undefined
  }
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** What a piece says: the parser has it as HTML would have it. */
export function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name)
}
