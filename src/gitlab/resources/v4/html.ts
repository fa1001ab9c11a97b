const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

/** Returns a text as HTML paragraphs; other Markdown is not rendered. */
export function paragraphs(text: string): string {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  return parts.map((part) => `<p dir="auto">${escaped(part.trim())}</p>`).join('\n')
}
