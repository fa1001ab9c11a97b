import { Lexer, type Token } from 'marked'

/** Longer texts, in characters, are shown unformatted, since parsing them would take too long. */
const maxLength = 100_000

/**
 * Parses Markdown (CommonMark and the extensions of GitHub) into tokens. The result never contains HTML; HTML in the
 * text becomes plain text. Undefined where the text is too long or nested too deeply.
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

/** Decodes the entities by which the parser escapes text. */
export function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name)
}
