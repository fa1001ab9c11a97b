/** HTML that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[]

/**
 * HTML of a template: every text in it is escaped, HTML and lists of it are not.
 *
 * @example html`<b>${'a < b'}</b>`.html // '<b>a &lt; b</b>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rendered = strings.map((text, index) => text + renderPart(parts[index] ?? ''))
  return { html: rendered.join('') }
}

function renderPart(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return 'html' in part ? part.html : part.map((one) => one.html).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
