import { emoji } from './emoji.ts'
import { escaped } from './html.ts'
import { decoded } from './html-tags.ts'
import { type LinkedReference, referencePattern } from './text-references.ts'

/** The references of a text in a project, by the parts of the text. */
export interface TextReferences {
  readonly projectId: number | undefined
  readonly references: ReadonlyMap<string, LinkedReference>
}

/** Returns an escaped text with its references as links, and with emoji. */
export function linkedText(html: string, { projectId, references }: TextReferences): string {
  const quoted = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
  let linked = ''
  let at = 0
  for (const { 0: part, index } of quoted.matchAll(referencePattern)) {
    const reference = references.get(decoded(part))
    if (!reference) continue
    linked += withEmoji(withEntities(quoted.slice(at, index)))
    linked += linkOf(reference, decoded(part), projectId)
    at = index + part.length
  }
  return linked + withEmoji(withEntities(quoted.slice(at)))
}

/** Escapes the quotes and angle brackets of a text whose ampersands are escaped. */
export function withEntities(text: string): string {
  const known = text.replace(/[<>]/g, escaped)
  return known.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Returns HTML with the names of emoji in its text, such as `:tada:`, as elements. */
export function withEmoji(html: string): string {
  return html.replace(/(?<!\w):([a-z0-9_+-]{1,40}):(?!\w)/g, (text, name) => {
    const sign = Object.hasOwn(emoji, name) ? emoji[name] : undefined
    return sign ? `<gl-emoji data-name="${name}">${sign}</gl-emoji>` : text
  })
}

function linkOf(
  { type, id, address, title, text }: LinkedReference,
  original: string,
  projectId: number | undefined,
): string {
  const data = `data-reference-type="${type}" data-original="${escaped(original)}"`
  const of = `data-project="${projectId}" data-${type.replace('_', '-')}="${id}"`
  const classes = `gfm gfm-${type === 'user' ? 'project_member' : type}`
  const tooltip = title ? ` title="${escaped(title)}"` : ''
  return `<a href="${escaped(address)}" ${data} ${of}${tooltip} class="${classes}">${escaped(text)}</a>`
}
