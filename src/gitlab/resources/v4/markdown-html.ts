import { Lexer, type Token, type Tokens } from 'marked'
import { emoji } from './emoji.ts'
import { escaped, paragraphs } from './html.ts'
import { decoded, HtmlTags, isSafeAddress } from './html-tags.ts'
import { type LinkedReference, referencePattern } from './text-references.ts'

/** Longer texts, in characters, become paragraphs: the parser takes up to a second for the worst text of this length. */
const MAX_LENGTH = 20_000

/** So do texts with more marks of emphasis, since the parser searches for the end of each. */
const MAX_MARKS = 1000

/** Quotes and lists that are nested more deeply are left out. */
const MAX_DEPTH = 50

/** The extensions of GitLab's own Markdown; without them, a text is plain GFM. */
export interface GitLabMarkdown {
  readonly projectId: number | undefined
  /** The references of the text, by the parts of it. */
  readonly references: ReadonlyMap<string, LinkedReference>
}

/** Renders Markdown as HTML that runs no code. */
export function markdownHtml(text: string, gitlab?: GitLabMarkdown): string {
  if (text.length > MAX_LENGTH || text.split(/[*_]+/).length > MAX_MARKS) return paragraphs(text)
  try {
    return new Renderer(gitlab).render(Lexer.lex(text, { gfm: true }))
  } catch {
    // The parser throws where a text is nested too deeply for its recursion.
    return paragraphs(text)
  }
}

class Renderer {
  readonly #gitlab: GitLabMarkdown | undefined
  readonly #tags = new HtmlTags()
  readonly #anchors = new Map<string, number>()
  #depth = 0
  /** Links contain no other links. */
  #isInLink = false

  constructor(gitlab: GitLabMarkdown | undefined) {
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
    const gitlab = this.#gitlab
    const quoted = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    if (!gitlab || this.#isInLink) return withEntities(quoted)
    let html = ''
    let at = 0
    for (const { 0: part, index } of quoted.matchAll(referencePattern)) {
      const reference = gitlab.references.get(decoded(part))
      if (!reference) continue
      html += withEmoji(withEntities(quoted.slice(at, index)))
      html += linkOf(reference, decoded(part), gitlab)
      at = index + part.length
    }
    return html + withEmoji(withEntities(quoted.slice(at)))
  }
}

function withEntities(text: string): string {
  const known = text.replace(/[<>]/g, escaped)
  return known.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

function withEmoji(html: string): string {
  return html.replace(/(?<!\w):([a-z0-9_+-]{1,40}):(?!\w)/g, (text, name) => {
    const sign = Object.hasOwn(emoji, name) ? emoji[name] : undefined
    return sign ? `<gl-emoji data-name="${name}">${sign}</gl-emoji>` : text
  })
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

function linkOf(
  { type, id, address, title, text }: LinkedReference,
  original: string,
  { projectId }: GitLabMarkdown,
): string {
  const data = `data-reference-type="${type}" data-original="${escaped(original)}"`
  const of = `data-project="${projectId}" data-${type.replace('_', '-')}="${id}"`
  const classes = `gfm gfm-${type === 'user' ? 'project_member' : type}`
  const tooltip = title ? ` title="${escaped(title)}"` : ''
  return `<a href="${escaped(address)}" ${data} ${of}${tooltip} class="${classes}">${escaped(text)}</a>`
}
