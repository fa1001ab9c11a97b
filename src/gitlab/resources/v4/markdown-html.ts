import { Lexer, type Token, type Tokens } from 'marked'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../../domain/context.ts'
import { escaped, paragraphs } from './html.ts'
import { decoded, HtmlTags, isSafeAddress } from './html-tags.ts'
import { linkedText, type TextReferences, withEmoji, withEntities } from './reference-links.ts'
import { linkedReferences } from './text-references.ts'

/** Longer texts, in characters, become paragraphs: the parser takes up to a second for the worst text of this length. */
const MAX_LENGTH = 20_000

/** So do texts with more marks of emphasis, since the parser searches for the end of each. */
const MAX_MARKS = 1000

/** Quotes and lists that are nested more deeply are left out. */
const MAX_DEPTH = 50

/**
 * Renders Markdown as HTML that runs no code. Without a place the text is plain GFM, without
 * GitLab's extensions.
 */
export function markdownHtml(text: string, place?: TextPlace): string {
  if (text.length > MAX_LENGTH || text.split(/[*_]+/).length > MAX_MARKS) return paragraphs(text)
  try {
    return new Renderer(place && referencesIn(text, place)).render(Lexer.lex(text, { gfm: true }))
  } catch {
    // The parser throws where a text is nested too deeply for its recursion.
    return paragraphs(text)
  }
}

/** Renders a line of text: its emoji, and in a place its references, but no other Markdown. */
export function lineHtml(text: string, place?: TextPlace): string {
  const html = escaped(text)
  return place ? linkedText(html, referencesIn(text, place)) : withEmoji(html)
}

/** Where a text stands, and who reads it: outside a project it has no references. */
interface TextPlace {
  readonly project: ProjectRecord | undefined
  readonly presentation: Presentation
}

function referencesIn(text: string, { project, presentation }: TextPlace): TextReferences {
  const references = project ? linkedReferences(presentation, project, text) : new Map()
  return { projectId: project?.id, references }
}

class Renderer {
  readonly #gitlab: TextReferences | undefined
  readonly #tags = new HtmlTags()
  readonly #anchors = new Map<string, number>()
  #depth = 0
  /** Links contain no other links. */
  #isInLink = false

  constructor(gitlab: TextReferences | undefined) {
    this.#gitlab = gitlab
  }

  render(tokens: readonly Token[]): string {
    return `${this.#blocks(tokens)}${this.#tags.end()}`
  }

  #blocks(tokens: readonly Token[] = []): string {
    return this.#nested(() =>
      tokens
        .map((token) => this.#block(token))
        .filter((html) => html !== '')
        .join('\n'),
    )
  }

  #inline(tokens: readonly Token[] = []): string {
    return this.#nested(() => tokens.map((token) => this.#span(token)).join(''))
  }

  #nested(render: () => string): string {
    if (this.#depth >= MAX_DEPTH) return ''
    this.#depth += 1
    const html = render()
    this.#depth -= 1
    return html
  }

  #block(token: Token): string {
    const { tokens } = token as Tokens.Generic
    switch (token.type) {
      case 'heading':
        return this.#heading(token as Tokens.Heading)
      case 'paragraph':
        return `<p dir="auto">${this.#inline(tokens)}</p>`
      case 'code':
        return this.#code(token as Tokens.Code)
      case 'blockquote':
        return `<blockquote dir="auto">\n${this.#blocks(tokens)}\n</blockquote>`
      case 'list':
        return this.#list(token as Tokens.List)
      case 'table':
        return this.#table(token as Tokens.Table)
      case 'hr':
        return '<hr>'
      case 'html':
        return this.#tags.clean(token.raw.trim())
      case 'text':
        return tokens ? this.#inline(tokens) : this.#text(token as Tokens.Text)
      default:
        return ''
    }
  }

  #heading({ depth, tokens, text }: Tokens.Heading): string {
    const content = this.#inline(tokens)
    if (!this.#gitlab) return `<h${depth} dir="auto">${content}</h${depth}>`
    const name = this.#anchorOf(text)
    const anchor = `<a id="user-content-${name}" class="anchor" href="#${name}" aria-hidden="true"></a>`
    return `<h${depth} dir="auto">\n${anchor}${content}</h${depth}>`
  }

  /** Returns the anchor of a heading; a repeated one gets a number (`Gitlab::Utils::Markdown`). */
  #anchorOf(title: string): string {
    const words = title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    const dashed = words.replaceAll(' ', '-').replace(/-{2,}/g, '-')
    const name = /^\d+$/.test(dashed) ? `anchor-${dashed}` : dashed
    const count = this.#anchors.get(name) ?? 0
    this.#anchors.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  }

  #code({ text, lang = '' }: Tokens.Code): string {
    const [language = ''] = lang.split(/[\s:]/)
    const name = escaped(decoded(language))
    if (!this.#gitlab) {
      return `<pre${name && ` lang="${name}"`}><code>${escaped(text)}\n</code></pre>`
    }
    const shown = name || 'plaintext'
    const lines = text
      .split('\n')
      .map(
        (line, at) => `<span id="LC${at + 1}" class="line" lang="${shown}">${escaped(line)}</span>`,
      )
    const classes = `code highlight js-syntax-highlight language-${shown}`
    return `<pre class="${classes}" lang="${shown}" v-pre="true"><code>${lines.join('\n')}</code></pre>`
  }

  #list({ ordered, start, items, loose }: Tokens.List): string {
    const tag = ordered ? 'ol' : 'ul'
    const first = ordered && start !== 1 ? ` start="${Number(start)}"` : ''
    const hasTasks = items.some(({ task }) => task)
    const classes = hasTasks && this.#gitlab ? ' class="task-list"' : ''
    const content = items.map((item) => this.#item(item, loose)).join('\n')
    return `<${tag}${first}${classes} dir="auto">\n${content}\n</${tag}>`
  }

  #item({ task, checked, tokens }: Tokens.ListItem, loose: boolean): string {
    const blocks = loose
      ? tokens.map((token) => (token.type === 'text' ? { ...token, type: 'paragraph' } : token))
      : tokens
    const content = this.#blocks(blocks as Token[])
    if (!task) return `<li>${content}</li>`
    const mark = checked ? ' checked' : ''
    if (!this.#gitlab) return `<li><input type="checkbox" disabled${mark}> ${content}</li>`
    const box = `<input type="checkbox" class="task-list-item-checkbox" disabled${mark}>`
    return `<li class="task-list-item">${box} ${content}</li>`
  }

  #table({ header, align, rows }: Tokens.Table): string {
    const row = (tag: string, cells: readonly Tokens.TableCell[]) => {
      const written = cells.map(({ tokens }, at) => {
        const side = align[at] ? ` align="${align[at]}"` : ''
        return `<${tag}${side}>${this.#inline(tokens)}</${tag}>`
      })
      return `<tr>\n${written.join('\n')}\n</tr>`
    }
    const head = `<thead>\n${row('th', header)}\n</thead>`
    const lines = rows.map((cells) => row('td', cells)).join('\n')
    const body = rows.length > 0 ? `\n<tbody>\n${lines}\n</tbody>` : ''
    return `<table dir="auto">\n${head}${body}\n</table>`
  }

  #span(token: Token): string {
    const { tokens } = token as Tokens.Generic
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return `<${token.type}>${this.#inline(tokens)}</${token.type}>`
      case 'codespan':
        return `<code>${escaped(decoded(token.text))}</code>`
      case 'br':
        return '<br>\n'
      case 'link':
        return this.#link(token as Tokens.Link)
      case 'image':
        return image(token as Tokens.Image)
      case 'html':
        return this.#tags.clean(token.raw)
      case 'escape':
        return escaped(decoded(token.text))
      case 'text':
        return this.#text(token as Tokens.Text)
      default:
        return ''
    }
  }

  #link({ href, title, tokens }: Tokens.Link): string {
    const wasInLink = this.#isInLink
    this.#isInLink = true
    const content = this.#inline(tokens)
    this.#isInLink = wasInLink
    const address = decoded(href)
    if (!isSafeAddress(address)) return content
    const isExternal = this.#gitlab && /^https?:/i.test(address)
    const rel = isExternal ? ' rel="nofollow noreferrer noopener" target="_blank"' : ''
    return `<a href="${escaped(address)}"${titleOf(title)}${rel}>${content}</a>`
  }

  /** Writes a text whose angle brackets and ampersands the parser has escaped. */
  #text({ text }: Tokens.Text): string {
    if (this.#gitlab && !this.#isInLink) return linkedText(text, this.#gitlab)
    return withEntities(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
  }
}

function image({ href, title, text }: Tokens.Image): string {
  const address = decoded(href)
  const alt = escaped(decoded(text))
  if (!isSafeAddress(address)) return alt
  return `<img src="${escaped(address)}" alt="${alt}"${titleOf(title)}>`
}

function titleOf(title: string | null | undefined): string {
  return title ? ` title="${escaped(decoded(title))}"` : ''
}
